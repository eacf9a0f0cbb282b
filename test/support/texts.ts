import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTexts, readTexts } from '#server/lib/texts.ts';
import { folderOfProcess } from './process.ts';

/** Makes a folder with finished texts, as the build does, and removes it at the end of the process. */
async function makeFolder(): Promise<string> {
  const folder = folderOfProcess();
  await cp(join(import.meta.dirname, '../../locales'), folder, { recursive: true });
  await buildTexts(folder);
  return folder;
}

/**
 * A folder with the finished texts of `locales`. Without it, each site and each backend of a test would need 100 ms of
 * processor time to read and typeset them. A backend that a test starts as a process uses the folder of the test.
 */
export const builtTextsFolder = process.env['BUILT_TEXTS'] ?? (await makeFolder());

/** The texts of `locales`. */
export const texts = await readTexts(builtTextsFolder);
