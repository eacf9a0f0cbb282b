import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bareTitle } from '#shared/head.ts';
import { languageNames, type Language } from '#shared/languages.ts';
import { createTextOf } from '#shared/text.ts';
import { routes } from '#client/routes.ts';
import { readTexts } from '#server/lib/texts.ts';
import { createPreviewPainter } from './preview-painter.ts';
import { pageScene } from './scenes.ts';

interface PagePicture {
  language: Language;
  routeName: string;
  /** The file name below assets/. */
  file: string;
  png: Buffer;
}

interface Options {
  /** The path of the repository. */
  root: string;
  /** The folder with the pictures of earlier builds, which are reused when they have not changed. */
  cacheDir: string;
}

async function cached(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    const made = await make();
    await writeFile(file, made);
    return made;
  }
}

/** Paints the link preview of every page in both languages; those of articles are painted at their first request. */
export async function paintPages({ root, cacheDir }: Options): Promise<PagePicture[]> {
  const texts = await readTexts(join(root, 'locales'));
  const painter = createPreviewPainter((address) => join(root, address));
  await mkdir(cacheDir, { recursive: true });

  async function paint(routeName: string, language: Language): Promise<PagePicture> {
    const text = createTextOf<Record<string, { title: string }>>({ seo: texts.area(language, 'seo') }, language, 'seo');
    const drawing = await painter.draw(bareTitle(text(`${routeName}.title`)), pageScene(routeName));
    const digest = hash('sha256', drawing).slice(0, 8);
    const name = `${routeName}-${language}-${digest}.png`;
    return {
      language,
      routeName,
      file: join('og', name),
      png: await cached(join(cacheDir, name), () => painter.paint(drawing)),
    };
  }

  const pages = routes.filter(({ path }) => !path.includes(':'));
  return Promise.all(languageNames.flatMap((language) => pages.map(({ name }) => paint(name, language))));
}
