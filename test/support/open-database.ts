import { openDatabase } from '#server/embedded/database.ts';

/** A process of its own that opens the database of each folder that it is sent, and answers whether it could. */
process.on('message', (folder: string) => {
  try {
    openDatabase(folder).close();
    process.send?.('opened');
  } catch (error) {
    process.send?.(String(error));
  }
});
process.send?.('ready');
