import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config/config.ts';
import { startEmbeddedBackend, type EmbeddedBackend } from '#server/embedded/backend.ts';
import { readBackendSettings, startWarnings, type Folders } from '#server/embedded/settings.ts';
import type { Log } from '#server/operations/log.ts';

/** The backend to which the client connects. */
interface RunningBackend {
  origin: string;
  token: string | null;
  embedded: EmbeddedBackend | null;
}

/** Returns the address of the hosted backend, or starts the embedded backend with a token of its own. */
export async function startBackend(config: Config, folders: Folders, log: Log): Promise<RunningBackend> {
  if (config.backendUrl) return { origin: config.backendUrl, token: config.backendToken, embedded: null };
  const token = config.backendToken ?? randomBytes(24).toString('hex');
  const { dataDir, databaseUrl } = config;
  for (const warning of startWarnings(config)) log.warn(warning);
  const embedded = await startEmbeddedBackend({ settings: readBackendSettings(config, folders, token), log });
  log.info(databaseUrl ? {} : { dataDir }, 'BACKEND_URL is not set: the backend that comes with the site answers');
  return { origin: embedded.origin, token, embedded };
}
