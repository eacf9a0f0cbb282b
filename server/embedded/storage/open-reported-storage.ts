import { ConfigError } from '#server/config/config-error.ts';
import { messageOf } from '../lib/error-facts.ts';
import { NewerDatabaseError } from './migrations.ts';
import { openStorage, StorageError, type DatabasePlace, type Storage, type StorageState } from './storage.ts';
import { isBusy, isRefusal, storageFault } from './storage-fault.ts';
import type { WriteLog } from '../lib/write-log.ts';

interface Reports {
  writeLog: WriteLog;
  /** Called with each change of the state. */
  onState: (state: StorageState) => void;
}

/** Messages name the setting instead of its value for PostgreSQL, because DATABASE_URL contains a password. */
const nameOf = ({ databaseUrl, dataDir }: DatabasePlace) => (databaseUrl ? 'DATABASE_URL' : `DATA_DIR="${dataDir}"`);

/** Returns a sentence for the operator, or null if the error is a bug in this code. */
export function describeDatabaseError(place: DatabasePlace, error: unknown): string | null {
  const name = nameOf(place);
  if (error instanceof NewerDatabaseError) return `${name} cannot be used: ${error.message}.`;
  const cause = error instanceof StorageError ? error.cause : error;
  const fault = storageFault(cause);
  if (!fault) return null;
  if (isBusy(cause))
    return `${name} cannot be used: another process holds a lock on it, such as a backup, a restore or an upgrade (${fault.reason}).`;
  const wanted = place.databaseUrl
    ? 'it must be a PostgreSQL database that takes connections'
    : 'it must be a folder that the site can write to';
  return `${name} cannot be used: ${wanted} (${fault.reason}).`;
}

/** Returns a sentence for the operator about a database that could not be opened, or null if the error is a bug. */
function describeOpening(place: DatabasePlace, error: unknown): string | null {
  const sentence = describeDatabaseError(place, error);
  if (sentence !== null || !place.databaseUrl || !isRefusal(error)) return sentence;
  // The same statements succeed on every database that is set up for the site.
  return `DATABASE_URL cannot be used: it must be a database with the encoding UTF8 that belongs to its user and is the site’s alone (${messageOf(error)}).`;
}

/** Opens the storage and logs its failures. Throws a ConfigError if the database cannot be used. */
export async function openReportedStorage(place: DatabasePlace, { writeLog, onState }: Reports): Promise<Storage> {
  const [variable, fields] = place.databaseUrl ? ['DATABASE_URL', {}] : ['DATA_DIR', { dataDir: place.dataDir }];
  const { dataDir, databaseUrl } = place;
  try {
    return await openStorage({
      dataDir,
      databaseUrl,
      onChange(state, reason) {
        onState(state);
        if (state === 'ok') writeLog('info', fields, `${variable} can be written to again`);
        else
          writeLog(
            'error',
            { ...fields, reason },
            `${variable} cannot be written to: posts are refused until it can be`,
          );
      },
    });
  } catch (error) {
    const refusal = describeOpening(place, error);
    throw refusal === null ? error : new ConfigError(refusal);
  }
}
