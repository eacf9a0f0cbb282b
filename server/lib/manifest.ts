import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { propertyOf } from '#shared/property-of.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { parseUnchecked } from './parse-json.ts';
import type { StyleRules } from './style-rules.ts';

/** The media queries whose rules are in a separate stylesheet; its link has all of them in `media`. */
export const otherMedia = ['print', '(forced-colors: active)', '(prefers-contrast: more)', '(scripting: none)'];

/** The files that the build made, as addresses on this site. */
export interface Manifest {
  entry: string;
  /** The script of the document that contains Google's map. */
  mapFrame: string;
  /** The declarations of the fonts, for a `<style>` element of every document. */
  fontFaces: string;
  /** The stylesheet of every page. */
  stylesheet: string;
  /** The rules for `otherMedia`. Most visitors never need it, so no page waits for it. */
  otherMediaStylesheet: string;
  /** The stylesheet that a page has in addition to the common one, by the page's name; pages without one are absent. */
  pageStyles: Record<string, string>;
  /** The rules of both stylesheets of a page; absent in development, where changed stylesheets are replaced. */
  styleRules?: StyleRules;
  /** The modules of each page by its name, shared modules included, the modules of the entry excluded. */
  pages: Record<string, string[]>;
  /** Loads the page again after a change; development only. */
  developmentScript?: string;
  /** When each page last changed, by the name of its route, ISO; pages without a known date are absent. */
  pageDates?: Record<string, string>;
  /** The modules that the entry loads, with all their imports; every page loads them. */
  startChunks: string[];
}

/** Throws a ConfigError with the command to run when there is no build. */
export async function readManifest(dist: string): Promise<Manifest> {
  const json = await readFile(join(dist, 'manifest.json'), 'utf8').catch((error: unknown) => {
    if (propertyOf(error, 'code') !== 'ENOENT') throw error;
    throw new ConfigError(
      `There is no build in ${dist}: run "npm run build" first, or "npm start", which builds and serves.`,
    );
  });
  return parseUnchecked(json);
}
