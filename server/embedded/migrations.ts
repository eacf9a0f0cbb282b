import type { DatabaseSync } from 'node:sqlite';

/**
 * Step n brings a database from version n to version n + 1. A step that was released is never changed: a new one is
 * added. The first step also accepts the tables of a time without versions, which had the same columns.
 */
const steps = [
  `
  CREATE TABLE IF NOT EXISTS news (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, category TEXT NOT NULL, date TEXT NOT NULL, featured INTEGER NOT NULL, item TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS comments (id INTEGER PRIMARY KEY, news_id TEXT NOT NULL, author TEXT NOT NULL, content TEXT NOT NULL, date TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, message TEXT NOT NULL, date TEXT NOT NULL, attachment_name TEXT, attachment BLOB) STRICT;
  CREATE TABLE IF NOT EXISTS trials (machine_id TEXT NOT NULL, email TEXT NOT NULL, date TEXT NOT NULL, PRIMARY KEY (machine_id, email)) STRICT;
  CREATE TABLE IF NOT EXISTS invoices (id TEXT PRIMARY KEY, status TEXT NOT NULL, payload TEXT NOT NULL, created TEXT NOT NULL, modified TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS comments_by_news ON comments (news_id, id);
  `,
  `
  -- Answers of the last ten minutes, without the fingerprint of what they answered: nothing of worth is in it.
  DROP TABLE IF EXISTS answers;
  CREATE TABLE idempotency_keys (path TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL, PRIMARY KEY (path, key)) STRICT;
  CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created);
  -- What the site itself brought into news: a hash of the row as it was written. It outlives the row, so that what an editor has deleted stays deleted.
  CREATE TABLE seeded_news (id TEXT PRIMARY KEY, hash TEXT) STRICT;
  -- Before this step, every row was replaced at each start: none of them is an edit, and a null hash says that.
  INSERT INTO seeded_news (id, hash) SELECT id, NULL FROM news;
  CREATE INDEX comments_by_date ON comments (date);
  CREATE INDEX messages_by_date ON messages (date);
  CREATE INDEX trials_by_date ON trials (date);
  CREATE INDEX invoices_by_date ON invoices (created);
  `,
];

export const schemaVersion = steps.length;

/** The database was written by a version of the site that knows more steps. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

/**
 * Brings a database to `schemaVersion`. It must be called in a transaction that holds the write lock, so that of
 * several processes only one takes each step. Throws NewerDatabaseError, and changes nothing then.
 */
export function migrate(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > schemaVersion)
    throw new NewerDatabaseError(
      `its database has version ${version}, and this version of the site knows versions up to ${schemaVersion}`,
    );
  for (const step of steps.slice(version)) database.exec(step);
  // It is written even where nothing has changed: a disk that cannot be written to is found now.
  database.exec(`PRAGMA user_version = ${schemaVersion}`);
}
