import { App } from '#client/app.tsx';
import { packData } from '#client/lib/await-within.ts';
import { createPlainSite } from '#client/stores/plain-site.ts';
import { describe } from '#client/visit.ts';
import type { PageState } from '#client/page-state.ts';
import { inlineId } from '#shared/icons.ts';
import type { Manifest } from '#server/manifest.ts';
import type { Log } from '#server/operations/log.ts';
import { structuredData } from '#server/structured-data/graph.ts';
import type { PrintIcons } from './inline-icons.ts';
import { createStylePrinter } from './inline-styles.ts';
import { createPageOpener, type PageOpener, type PageSources, type PreparedPage } from './prepare-page.ts';
import { printToBytes, streamTo, type StreamTarget } from './react-output.ts';
import { shellHead, shellTail, type ShellParts } from './shell.ts';

/** A render that takes longer is ended; the browser fetches what is missing. */
const renderTimeoutMs = 10_000;

/** A whole document, and what allows its styles in a Content-Security-Policy. */
export interface PrintedPage {
  /** In UTF-8. */
  html: Buffer;
  styleSource?: string;
}

export interface Renderer extends PageOpener {
  /** The whole document; rejects with what React threw. */
  print(prepared: PreparedPage): Promise<PrintedPage>;
  /** The document as it is made, into `target`; resolves when it has been sent or was ended. */
  stream(prepared: PreparedPage, nonce: string, target: StreamTarget): Promise<void>;
}

interface Tools extends PageSources {
  manifest: Manifest;
  origin: string;
  googleMap: boolean;
  payments: boolean;
  takesComments: boolean;
  printIcons: PrintIcons;
  log: Log;
}

/** What is around the content of a page. */
function shellParts(
  { visit }: PreparedPage,
  { manifest, origin, texts, googleMap, payments, takesComments }: Tools,
  pageStyles: PageState['pageStyles'],
): ShellParts {
  const { language, path, status, form, requestId, search, params } = visit;
  const { route } = visit;
  const meta = describe(visit);
  return {
    language,
    path,
    origin,
    meta,
    manifest,
    routeName: route.name,
    isEager: route.eager,
    structuredData: structuredData(visit, meta, origin),
    state: {
      status,
      language,
      origin,
      form,
      requestId,
      route: route.name,
      search,
      params,
      module: manifest.pages[route.name]?.[0] ?? '',
      pageStyles,
      textsVersion: texts.version,
      texts: visit.texts,
      data: packData(visit.data),
      googleMap,
      payments,
      takesComments,
    },
  };
}

/** From an address to its document, whole or as a stream. */
export function createRenderer(tools: Tools): Renderer {
  const { manifest, googleMap, payments, takesComments, printIcons, log } = tools;
  // Without the sheets of what is no page of the route table, such as the desk.
  const pageStyles = Object.fromEntries(Object.entries(manifest.pageStyles).filter(([name]) => name in manifest.pages));
  const printStyles = manifest.styleRules && createStylePrinter(manifest.styleRules);

  async function print(prepared: PreparedPage): Promise<PrintedPage> {
    // The icons of an error message are there before there is an error: the connection may be what fails.
    const icons = new Set(['circle-alert', 'x']);
    const site = createPlainSite(prepared.visit, prepared.api, {
      googleMap,
      payments,
      takesComments,
      iconHref(name) {
        icons.add(name);
        return `#${inlineId(name)}`;
      },
    });
    const shell = shellParts(prepared, tools, pageStyles);
    const content = await printToBytes(<App site={site} />);
    const drawings = printIcons(icons);
    // Names of classes are ASCII: bytes that are read one by one show them, and cost a tenth of decoding them.
    const styles = printStyles?.(shell.routeName, `${drawings?.toString() ?? ''}${content.toString('latin1')}`);
    const head = shellHead(shell, { streamed: false, icons: drawings, styles });
    const html = Buffer.concat([Buffer.from(head), content, Buffer.from(shellTail(shell, { streamed: false }))]);
    return { html, styleSource: styles?.source };
  }

  function stream(prepared: PreparedPage, nonce: string, target: StreamTarget): Promise<void> {
    const shell = shellParts(prepared, tools, pageStyles);
    return streamTo(
      target,
      <App site={createPlainSite(prepared.visit, prepared.api, { googleMap, payments, takesComments })} />,
      {
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
      },
    );
  }

  return { ...createPageOpener(tools), print, stream };
}
