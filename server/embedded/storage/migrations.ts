import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** The column types of a database, and the place where it stores its schema version. */
export interface SchemaDialect {
  /** An auto-incremented primary key. */
  id: string;
  /** Text that both databases sort by code point, so dates in ISO 8601 sort in order. */
  text: string;
  /** A 64-bit integer. */
  integer: string;
  bytes: string;
  /** The text after the closing bracket of CREATE TABLE. */
  options: string;
  /** Returns 0 for a database without tables. */
  readVersion(database: Database): Promise<number>;
  writeVersion(database: Database, version: number): Promise<void>;
  /** Makes sure that the id of a deleted row is never given to a later row of the table. */
  reserveIds(database: Database, table: string): Promise<void>;
  /** Returns the largest id that a table has given, also if its row was deleted; 0 if there is none. */
  readCounter(database: Database, table: string): Promise<number>;
  /** Makes a table continue after an id, or after its largest one if that is larger. */
  continueCounting(database: Database, table: string, lastId: number): Promise<void>;
}

type Change = string | ((database: Database) => Promise<void>);
type Step = (types: SchemaDialect) => Change[];

/**
 * Step n migrates a database from version n to version n + 1. A released step is never changed; a new one is added
 * instead. The first step also accepts the tables of releases without versions, which had the same columns.
 */
const steps: Step[] = [
  ({ id, text, integer, bytes, options }) => [
    `CREATE TABLE IF NOT EXISTS news (id ${text} PRIMARY KEY, slug ${text} NOT NULL UNIQUE, category ${text} NOT NULL, date ${text} NOT NULL, featured ${integer} NOT NULL, item ${text} NOT NULL)${options}`,
    `CREATE TABLE IF NOT EXISTS comments (id ${id}, news_id ${text} NOT NULL, author ${text} NOT NULL, content ${text} NOT NULL, date ${text} NOT NULL)${options}`,
    `CREATE TABLE IF NOT EXISTS messages (id ${id}, first_name ${text} NOT NULL, last_name ${text} NOT NULL, email ${text} NOT NULL, message ${text} NOT NULL, date ${text} NOT NULL, attachment_name ${text}, attachment ${bytes})${options}`,
    `CREATE TABLE IF NOT EXISTS trials (machine_id ${text} NOT NULL, email ${text} NOT NULL, date ${text} NOT NULL, PRIMARY KEY (machine_id, email))${options}`,
    `CREATE TABLE IF NOT EXISTS invoices (id ${text} PRIMARY KEY, status ${text} NOT NULL, payload ${text} NOT NULL, created ${text} NOT NULL, modified ${text} NOT NULL)${options}`,
    `CREATE INDEX IF NOT EXISTS comments_by_news ON comments (news_id, id)`,
  ],
  ({ text, integer, options }) => [
    // The table held answers to POST requests of the last ten minutes, which are worthless after the upgrade.
    `DROP TABLE IF EXISTS answers`,
    `CREATE TABLE idempotency_keys (path ${text} NOT NULL, key ${text} NOT NULL, fingerprint ${text} NOT NULL, status ${integer} NOT NULL, body ${text} NOT NULL, created ${integer} NOT NULL, PRIMARY KEY (path, key))${options}`,
    `CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created)`,
    // The table stores a hash of each article that the site itself inserted. The hash outlives the article, so an
    // article that an editor has deleted is not inserted again.
    `CREATE TABLE seeded_news (id ${text} PRIMARY KEY, hash ${text})${options}`,
    // Before this step every article was replaced at each start, so none has been edited; a null hash marks these rows.
    `INSERT INTO seeded_news (id, hash) SELECT id, NULL FROM news`,
    `CREATE INDEX comments_by_date ON comments (date)`,
    `CREATE INDEX messages_by_date ON messages (date)`,
    `CREATE INDEX trials_by_date ON trials (date)`,
    `CREATE INDEX invoices_by_date ON invoices (created)`,
  ],
  ({ id, text, integer, options }) => [
    `ALTER TABLE messages ADD COLUMN topic ${text}`,
    `ALTER TABLE messages ADD COLUMN language ${text}`,
    `CREATE TABLE outbox (id ${id}, event ${text} NOT NULL UNIQUE, kind ${text} NOT NULL, state ${text} NOT NULL, recipient ${text} NOT NULL, payload ${text} NOT NULL, message_id ${integer}, created ${integer} NOT NULL, due ${integer} NOT NULL, claimed_until ${integer} NOT NULL, attempts ${integer} NOT NULL, error ${text})${options}`,
    `CREATE INDEX outbox_by_due ON outbox (state, due)`,
  ],
  ({ id, text, integer, options }) => [
    // An invoice becomes an order: the columns hold its payment provider, the reported state and the time of the next
    // status request.
    `ALTER TABLE invoices ADD COLUMN provider ${text} NOT NULL DEFAULT 'sandbox'`,
    ...['provider_id', 'page_url', 'follows', 'reported', 'reason', 'plan', 'machine_id', 'email', 'language'].map(
      (column) => `ALTER TABLE invoices ADD COLUMN ${column} ${text}`,
    ),
    `ALTER TABLE invoices ADD COLUMN ask_at ${integer}`,
    `CREATE UNIQUE INDEX invoices_by_provider_id ON invoices (provider_id)`,
    `CREATE UNIQUE INDEX invoices_by_follows ON invoices (follows)`,
    `CREATE INDEX invoices_by_ask_at ON invoices (ask_at)`,
    `CREATE TABLE licences (id ${id}, order_id ${text} UNIQUE, product ${text} NOT NULL, plan ${text} NOT NULL, machine_id ${text} NOT NULL, email ${text} NOT NULL, language ${text}, issued ${text} NOT NULL, expires ${text} NOT NULL, revoked ${text}, key_id ${text} NOT NULL, licence ${text} NOT NULL)${options}`,
    `CREATE INDEX licences_by_machine ON licences (machine_id)`,
    `CREATE UNIQUE INDEX licences_by_trial ON licences (machine_id) WHERE plan = 'trial'`,
  ],
  ({ id, text, integer, options }) => [
    `ALTER TABLE messages ADD COLUMN read_at ${text}`,
    `ALTER TABLE messages ADD COLUMN answered_at ${text}`,
    `ALTER TABLE comments ADD COLUMN state ${text} NOT NULL DEFAULT 'shown'`,
    `ALTER TABLE comments ADD COLUMN suspicion ${text}`,
    `CREATE INDEX comments_by_state ON comments (state, date)`,
    `CREATE TABLE desk_links (hash ${text} PRIMARY KEY, email ${text} NOT NULL, created ${integer} NOT NULL, used ${integer} NOT NULL)${options}`,
    `CREATE TABLE desk_sessions (hash ${text} PRIMARY KEY, email ${text} NOT NULL, created ${integer} NOT NULL)${options}`,
    `CREATE TABLE desk_attempts (id ${id}, key ${text} NOT NULL, at ${integer} NOT NULL)${options}`,
    `CREATE INDEX desk_attempts_by_key ON desk_attempts (key, at)`,
    `CREATE TABLE desk_acts (id ${id}, at ${text} NOT NULL, who ${text} NOT NULL, act ${text} NOT NULL, subject ${text} NOT NULL)${options}`,
    `CREATE TABLE jobs (name ${text} PRIMARY KEY, done ${integer} NOT NULL)${options}`,
    `CREATE TABLE visits (day ${text} NOT NULL, page ${text} NOT NULL, language ${text} NOT NULL, referrer ${text} NOT NULL, count ${integer} NOT NULL, PRIMARY KEY (day, page, language, referrer))${options}`,
  ],
  ({ text, integer, bytes, options }) => [
    // Visitors have already seen every existing article.
    `ALTER TABLE news ADD COLUMN state ${text} NOT NULL DEFAULT 'published'`,
    `ALTER TABLE news ADD COLUMN version ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE news ADD COLUMN shown_version ${integer}`,
    `ALTER TABLE news ADD COLUMN slug_fixed ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE news ADD COLUMN edited ${text}`,
    `ALTER TABLE news ADD COLUMN changed ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX news_by_state ON news (state, date)`,
    `CREATE TABLE news_versions (news_id ${text} NOT NULL, version ${integer} NOT NULL, at ${text} NOT NULL, who ${text} NOT NULL, fields ${text} NOT NULL, PRIMARY KEY (news_id, version))${options}`,
    `CREATE TABLE news_pictures (id ${text} PRIMARY KEY, created ${text} NOT NULL, master ${bytes} NOT NULL, wide ${bytes} NOT NULL, card ${bytes} NOT NULL)${options}`,
    // The articles that come with the site are inserted only into a new database, so the hashes are no longer needed.
    `DROP TABLE seeded_news`,
  ],
  ({ text, integer, options }) => [
    `CREATE TABLE vitals (day ${text} NOT NULL, name ${text} NOT NULL, rating ${text} NOT NULL, count ${integer} NOT NULL, PRIMARY KEY (day, name, rating))${options}`,
  ],
  ({ id, text, options }) => [
    `CREATE TABLE order_states (id ${id}, order_id ${text} NOT NULL, state ${text} NOT NULL, at ${text} NOT NULL, reported ${text}, reason ${text})${options}`,
    `CREATE INDEX order_states_by_order ON order_states (order_id)`,
    // For existing orders only the first and the latest state are known.
    `INSERT INTO order_states (order_id, state, at) SELECT id, 'created', created FROM invoices ORDER BY created`,
    `INSERT INTO order_states (order_id, state, at, reported, reason) SELECT id, status, modified, reported, reason FROM invoices WHERE status <> 'created' ORDER BY modified`,
  ],
  ({ text }) => [
    // The previous release may still write the old kind during an upgrade; what reads it must take it for an e-mail.
    `UPDATE outbox SET kind = 'email' WHERE kind = 'letter'`,
    `UPDATE desk_acts SET act = 'email-sent-again' WHERE act = 'letter-sent-again'`,
    // Existing comments have no hash: the first one that repeats them is not noticed.
    `ALTER TABLE comments ADD COLUMN content_hash ${text}`,
    `CREATE INDEX comments_by_content ON comments (content_hash, date)`,
    // The state is in the index so that comments are counted without reading their texts.
    `CREATE INDEX comments_by_article ON comments (news_id, state, id)`,
    `DROP INDEX comments_by_news`,
  ],
  () => [`CREATE INDEX outbox_by_recipient ON outbox (lower(recipient), created)`],
  ({ text, reserveIds }) => [
    `ALTER TABLE messages ADD COLUMN reopened_at ${text}`,
    `ALTER TABLE comments ADD COLUMN hidden_at ${text}`,
    ...['comments', 'messages', 'outbox', 'licences', 'order_states', 'desk_acts'].map(
      (table) => (database: Database) => reserveIds(database, table),
    ),
  ],
  ({ text }) => [
    `ALTER TABLE licences ADD COLUMN begins ${text}`,
    // A paid licence begins when the one before it ends, if that one had not ended at the purchase. The term of
    // one that staff have revoked stays as a gap until its order is refunded.
    `UPDATE licences SET begins = coalesce((SELECT max(earlier.expires) FROM licences AS earlier WHERE licences.plan <> 'trial' AND earlier.plan <> 'trial' AND earlier.machine_id = licences.machine_id AND earlier.expires < licences.expires AND earlier.expires > licences.issued AND (earlier.revoked IS NULL OR (earlier.revoked > licences.issued AND EXISTS (SELECT 1 FROM invoices WHERE invoices.id = earlier.order_id AND invoices.status = 'success')))), issued)`,
  ],
];

export const schemaVersion = steps.length;

/** The database was written by a newer version of the site. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';

  constructor(version: number) {
    super(`the database has version ${version}, and this version of the site knows versions up to ${schemaVersion}`);
  }
}

/**
 * Migrates a database to a version, by default the newest. The caller's transaction must hold the write lock, so that
 * only one of several processes runs each step. Throws NewerDatabaseError and changes nothing then.
 */
export async function migrate(database: Database, dialect: SchemaDialect, to = schemaVersion): Promise<void> {
  const version = await dialect.readVersion(database);
  if (version > schemaVersion) throw new NewerDatabaseError(version);
  for (const step of steps.slice(version, to))
    for (const change of step(dialect))
      await (typeof change === 'string' ? sql.raw(change).execute(database) : change(database));
  // The version is written even if it is unchanged, so that a read-only disk is detected at the start.
  await dialect.writeVersion(database, to);
}
