import { openDatabase } from '#server/embedded/database.ts';

/** A process of its own that opens the database of each folder it is told, and answers why it cannot. */
process.on('message', (folder: string) => {
  const { database, problem } = openDatabase(folder);
  database.close();
  process.send?.(problem ?? 'opened');
});
process.send?.('ready');
