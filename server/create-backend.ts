import { randomBytes } from 'node:crypto';
import type { Config } from './config/config.ts';
import type { Folders } from './embedded/lib/folders.ts';
import { readBackendSettings, startWarnings } from './embedded/settings.ts';
import { createEmbeddedBackend, type EmbeddedBackend } from './embedded/worker/embedded-backend.ts';
import type { Log } from './lib/log.ts';

/** The backend to which the client connects. */
interface Backend {
  origin: string;
  token: string | null;
  embedded: EmbeddedBackend | null;
}

/** The origin of the embedded backend in addresses. It is no host name: the client connects to the backend's port. */
const embeddedOrigin = 'http://embedded-backend.invalid';

/** Returns the address of the hosted backend, or creates the embedded backend, with a token of its own. */
export function createBackend(config: Config, folders: Folders, log: Log): Backend {
  if (config.backendUrl) return { origin: config.backendUrl, token: config.backendToken, embedded: null };
  const token = config.backendToken ?? randomBytes(24).toString('hex');
  for (const warning of startWarnings(config)) log.warn(warning);
  const embedded = createEmbeddedBackend({ settings: readBackendSettings(config, folders, token), log });
  return { origin: embeddedOrigin, token, embedded };
}
