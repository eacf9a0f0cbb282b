import { join } from 'node:path';

/** The folder of the sources. */
export const root = join(import.meta.dirname, '../..');
