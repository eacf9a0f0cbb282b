import { startBackend } from '../../../support/backend.ts';
import { backendToken } from '../../../support/backend-settings.ts';
import { describeContract } from '../../../support/contract-suite.ts';
import { newSqlite } from '../../../support/databases.ts';
import type { Cleanup } from '../../../support/process.ts';

const originOf = async (t: Cleanup, env: Record<string, string>) =>
  (await startBackend(t, await newSqlite(t), env)).origin;

describeContract('the embedded backend answers as server/backend/README.md says', async (t) => ({
  origin: await originOf(t, {}),
  token: backendToken,
  offOrigin: await originOf(t, { PAYMENTS: 'off' }),
  isSandbox: true,
}));
