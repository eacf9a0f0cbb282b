import { App } from '#client/app.tsx';
import { packData } from '#client/lib/await-deferred.ts';
import { createServerSite } from '#client/stores/server-site.ts';
import type { SiteFeatures } from '#client/stores/site.ts';
import { pageMetaOf } from '#client/visit.ts';
import type { PageState } from '#client/page-state.ts';
import { inlineId } from '#shared/icons.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import type { Log } from '#server/lib/log.ts';
import { structuredData } from '#server/structured-data/graph.ts';
import type { PrintIcons } from './inline-icons.ts';
import type { InlinePictures, Insertion } from './inline-pictures.ts';
import { createStylePrinter } from './inline-styles.ts';
import { createPagePreparer, type PagePreparer, type PageInputs, type PreparedPage } from './prepare-page.ts';
import { printToBytes, streamTo, type StreamTarget } from './react-output.ts';
import { createRenderTurns } from './render-turns.ts';
import { entryScript, shellHead, shellTail, type ShellParts } from './shell.ts';

/** The time limit of a render; the browser fetches the missing data. */
const renderTimeoutMs = 10_000;

/** A whole document, and the source that allows its styles in a Content-Security-Policy. */
interface PrintedPage {
  /** The document in UTF-8. */
  html: Buffer;
  styleSource?: string;
}

export interface Renderer extends PagePreparer {
  /** Renders the whole document; rejects with React's error. */
  print(prepared: PreparedPage): Promise<PrintedPage>;
  /**
   * Streams the document into `target` while it is rendered, after a call of `begin`; resolves when it has been sent or
   * was ended.
   */
  stream(prepared: PreparedPage, target: StreamTarget, options: { nonce: string; begin(): void }): Promise<void>;
}

interface Tools extends PageInputs {
  manifest: Manifest;
  origin: string;
  features: SiteFeatures;
  printIcons: PrintIcons;
  /** Absent in development, where a changed picture is loaded again. */
  inlinePictures?: InlinePictures;
  log: Log;
}

/**
 * The length of the first screen in the content of a page: to the end of the block with the first printed picture, or
 * of the second block of `main` where no picture comes first. The whole length if there are fewer blocks.
 */
function firstScreenEnd(html: string): number {
  const main = Math.max(0, html.indexOf('<main'));
  const picture = html.indexOf(' data-address=', main);
  const blockEnd = /<\/(?:header|picture|section)>/g;
  blockEnd.lastIndex = Math.max(main, picture);
  // A search that fails would begin again at the start of the page.
  if (picture < 0 && !blockEnd.test(html)) return html.length;
  return blockEnd.test(html) ? blockEnd.lastIndex : html.length;
}

/** Puts bytes into a document. The insertions must not overlap. */
function withInsertions(content: Buffer, insertions: Insertion[]): Buffer[] {
  let from = 0;
  const parts = insertions
    .sort((one, other) => one.start - other.start)
    .flatMap(({ start, end, bytes }) => {
      const before = content.subarray(from, start);
      from = end;
      return [before, bytes];
    });
  return [...parts, content.subarray(from)];
}

/** Makes the parts of a document around the content of a page. */
function shellParts(
  { visit }: PreparedPage,
  { manifest, origin, texts, features }: Tools,
  pageStyles: PageState['pageStyles'],
): ShellParts {
  const { route, language, path, status, postedForm, requestId, search, params } = visit;
  const meta = pageMetaOf(visit);
  return {
    at: { origin, path, language },
    route,
    meta,
    manifest,
    structuredData: structuredData(visit, meta, origin),
    state: {
      status,
      language,
      origin,
      postedForm,
      requestId,
      route: route.name,
      search,
      params,
      module: manifest.pages[route.name]?.[0] ?? '',
      pageStyles,
      textsVersion: texts.version,
      texts: visit.texts,
      data: packData(visit.data),
      ...features,
    },
  };
}

/** Creates the renderer, which turns a prepared page into a document, whole or as a stream. */
export function createRenderer(tools: Tools): Renderer {
  const { manifest, features, printIcons, inlinePictures, log } = tools;
  // The stylesheets of pages that are not in the route table, such as the desk, are left out.
  const pageStyles = Object.fromEntries(Object.entries(manifest.pageStyles).filter(([name]) => name in manifest.pages));
  const printStyles = manifest.styleRules && createStylePrinter(manifest.styleRules);

  const takeTurn = createRenderTurns();

  async function print(prepared: PreparedPage): Promise<PrintedPage> {
    await takeTurn();
    // The icons of an error message are printed in advance, because the error may be a failed connection.
    const icons = new Set(['circle-alert', 'x']);
    const site = createServerSite(prepared.visit, prepared.api, {
      ...features,
      iconHref(name) {
        icons.add(name);
        return `#${inlineId(name)}`;
      },
      ...(inlinePictures && { pictureSrc: inlinePictures.placeholderOf }),
    });
    const shell = shellParts(prepared, tools, pageStyles);
    const content = await printToBytes(<App site={site} />);
    const drawings = printIcons(icons);
    // Tags and class names are ASCII, so the bytes can be decoded as latin1, which takes a tenth of the time of UTF-8.
    const characters = content.toString('latin1');
    const styles = printStyles?.(shell.route.name, `${drawings?.toString() ?? ''}${characters}`);
    const end = firstScreenEnd(characters);
    const html = Buffer.concat([
      Buffer.from(shellHead(shell, { streamed: false, icons: drawings, styles })),
      ...withInsertions(content, [
        ...(inlinePictures?.findPlaceholders(characters) ?? []),
        { start: end, end, bytes: Buffer.from(entryScript(manifest)) },
      ]),
      Buffer.from(shellTail(shell, { streamed: false })),
    ]);
    return { html, styleSource: styles?.source };
  }

  const stream: Renderer['stream'] = (prepared, target, { nonce, begin }) => {
    const shell = shellParts(prepared, tools, pageStyles);
    return streamTo(target, <App site={createServerSite(prepared.visit, prepared.api, features)} />, {
      begin,
      nonce,
      modules: [manifest.entry],
      head: shellHead(shell, { streamed: true }),
      tail: shellTail(shell, { streamed: true }),
      timeoutMs: renderTimeoutMs,
      onPartFailed: (error) =>
        log.warn(
          { path: prepared.visit.path, reason: String(error) },
          'a part of a streamed page is left to the browser',
        ),
    });
  };

  return { ...createPagePreparer(tools), print, stream };
}
