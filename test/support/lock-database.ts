import { DatabaseSync } from 'node:sqlite';

/** A process of its own that holds an exclusive lock on the database in its first argument until it is killed. */
const [file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { timeout: 5000 });
database.exec('BEGIN EXCLUSIVE');
process.send?.('locked');
setInterval(() => database.isOpen, 60_000);
