import { join } from 'node:path';
import { readConfig } from '#server/config/config.ts';
import { readBackendSettings, type BackendSettings } from '#server/embedded/settings.ts';
import { builtTextsFolder } from './texts.ts';

const root = join(import.meta.dirname, '../..');

export const backendToken = 'secret-test-token';

/** Returns the settings of a backend with this database; `env` are the variables that an operator would set. */
export function backendSettings(
  place: { dataDir: string; databaseUrl?: string | null },
  env: Record<string, string> = {},
): BackendSettings {
  const folders = { picturesDir: join(root, 'static/news'), localesDir: builtTextsFolder };
  return {
    ...readBackendSettings(readConfig({ PAYMENTS: 'sandbox', DATA_DIR: place.dataDir, ...env }), folders, backendToken),
    databaseUrl: null,
    ...place,
  };
}
