import { pino } from 'pino';
import { startEmbeddedBackend } from '#server/embedded/backend.ts';
import { backendSettings, backendToken } from '../../../support/backend-settings.ts';
import { describeContract } from '../../../support/contract-suite.ts';
import { temporaryDataDir } from '../../../support/databases.ts';
import type { Cleanup } from '../../../support/process.ts';

const log = pino({ level: 'silent' });

async function startBackend(t: Cleanup, env: Record<string, string>): Promise<string> {
  const settings = backendSettings({ dataDir: temporaryDataDir(t) }, env);
  const backend = await startEmbeddedBackend({ settings, log });
  t.after(() => backend.close());
  return backend.origin;
}

describeContract('the embedded backend answers as server/backend/README.md says', async (t) => ({
  origin: await startBackend(t, {}),
  token: backendToken,
  offOrigin: await startBackend(t, { PAYMENTS: 'off' }),
  isSandbox: true,
}));
