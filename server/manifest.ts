import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './config/config-error.ts';
import { parseUnchecked } from './parse-unchecked.ts';
import type { StyleRules } from './style-rules.ts';

/** The media queries whose rules are in a stylesheet of their own; a link to it names them all. */
export const otherMedia = ['print', '(forced-colors: active)', '(prefers-contrast: more)', '(scripting: none)'];

/** What the build made, as addresses on this site. */
export interface Manifest {
  entry: string;
  /** The script of the document that Google's map runs in. */
  mapFrame: string;
  /** The declarations of the fonts, for a `<style>` element of every document. */
  fontFaces: string;
  /** The stylesheet of every page. */
  stylesheet: string;
  /** The rules for `otherMedia`: most visitors never need it, so no page waits for it. */
  otherMediaStylesheet: string;
  /** The stylesheet that a page has besides, by the page's name; only pages with one are here. */
  pageStyles: Record<string, string>;
  /** What both stylesheets of a page contain, taken apart; not in development, where stylesheets are exchanged. */
  styleRules?: StyleRules;
  /** The modules of each page by its name, the shared ones included, the entry's own left out. */
  pages: Record<string, string[]>;
  /** Loads the page again after a change; development only. */
  developmentScript?: string;
  /** When the sources that were built are from, ISO; null where that is not known. */
  builtAt?: string | null;
  /** When each page last changed, by its route's name, ISO; without what is not known. */
  pageDates?: Record<string, string>;
  /** What the entry starts, with all that it imports: loaded on every page. */
  entryChunks: string[];
}

/** Throws a ConfigError that says what to run where there is no build. */
export async function readManifest(dist: string): Promise<Manifest> {
  try {
    return parseUnchecked(await readFile(join(dist, 'manifest.json'), 'utf8'));
  } catch {
    throw new ConfigError(
      `There is no build in ${dist}: run "npm run build" first, or "npm start", which builds and serves.`,
    );
  }
}
