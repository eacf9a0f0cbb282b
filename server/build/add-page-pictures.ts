import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { paintPages } from '#server/link-previews/page-pictures.ts';
import { parseUnchecked } from '#server/lib/parse-json.ts';
import { root } from './root.ts';

/** Paints the link previews and adds their addresses to the pages in the built `seo` texts. */
export async function addPagePictures(dist: string): Promise<void> {
  const pictures = await paintPages({ root, cacheDir: join(root, 'node_modules/.cache/page-pictures') });
  await mkdir(join(dist, 'client/assets/og'), { recursive: true });
  await Promise.all(pictures.map(({ file, png }) => writeFile(join(dist, 'client/assets', file), png)));
  for (const language of new Set(pictures.map((picture) => picture.language))) {
    const path = join(dist, 'locales', language, 'seo.json');
    const seo = parseUnchecked<Record<string, Record<string, string>>>(await readFile(path, 'utf8'));
    for (const { routeName, file } of pictures.filter((picture) => picture.language === language)) {
      seo[routeName] = { ...seo[routeName], image: posix.join('/assets', file) };
    }
    await writeFile(path, JSON.stringify(seo));
  }
}
