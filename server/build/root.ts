import { join } from 'node:path';

/** The absolute path of the repository. */
export const root = join(import.meta.dirname, '../..');
