import type { Language } from '#shared/languages.ts';
import { App } from '#client/app.tsx';
import { awaitWithin, packData } from '#client/lib/await-within.ts';
import { allRoutes, textAreas } from '#client/routes.ts';
import { createSite } from '#client/stores/site.ts';
import { openError, openVisit, type TextSource } from '#client/open-visit.ts';
import { describe, type FormState, type Visit } from '#client/visit.ts';
import type { NewsRepository, RequestApi } from '#server/news/news-repository.ts';
import { inlineId } from '#shared/icons.ts';
import type { Manifest } from '../manifest.ts';
import type { Log } from '#server/operations/log.ts';
import { structuredData } from '../structured-data/graph.ts';
import { pageTexts, type TextStore } from '../texts.ts';
import type { PrintIcons } from './inline-icons.ts';
import { printToString, streamTo, type StreamTarget } from './react-output.ts';
import { shellHead, shellTail, type ShellParts } from './shell.ts';

/** A page waits this long for data that it can do without: for less, waiting is quicker than streaming. */
const deferredTimeoutMs = 50;
/** A render that takes longer is ended; the browser fetches what is missing. */
const renderTimeoutMs = 10_000;

/** The path of every page with status 404: one page for all addresses that do not exist. */
const missingPagePath = '/404';

export interface Rendered {
  visit: Visit;
  api: RequestApi;
  /** 503 instead of 404 where a silent backend cannot confirm that an article is missing. */
  status: number;
  /** Every value came in time: the page can be sent whole. */
  complete: boolean;
  /** `performance.now()` when the page was asked for, and how long its data took. */
  startedAt: number;
  openMs: number;
}

export interface Renderer {
  open(address: URL, language: Language, options?: OpenOptions): Promise<Rendered>;
  openFailure(address: URL, language: Language, requestId: string): Promise<Rendered>;
  /** The whole document; rejects with what React threw. */
  print(rendered: Rendered): Promise<string>;
  /** The document as it is made, into `target`; resolves when it has been sent or was ended. */
  stream(rendered: Rendered, nonce: string, target: StreamTarget): Promise<void>;
}

interface OpenOptions {
  form?: FormState;
  status?: number;
  /** How long a page that no visitor waits for may wait for the backend itself. */
  timeoutMs?: number;
}

interface Tools {
  newsRepository: NewsRepository;
  texts: TextStore;
  manifest: Manifest;
  origin: string;
  googleMap: boolean;
  printIcons: PrintIcons;
  log: Log;
}

const areasOf = new Map(allRoutes().map((route) => [route.name, textAreas(route)]));

export function createRenderer({
  newsRepository,
  texts,
  manifest,
  origin,
  googleMap,
  printIcons,
  log,
}: Tools): Renderer {
  const textSource: TextSource = (language, routeName) =>
    Promise.resolve(pageTexts(texts, language, routeName, areasOf.get(routeName) ?? []));

  function parts({ visit }: Rendered): ShellParts {
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
      structuredData: structuredData(visit, meta, origin),
      state: {
        status,
        language,
        origin,
        form,
        requestId,
        route,
        search,
        params,
        module: manifest.pages[route.name]?.[0] ?? '',
        textsVersion: texts.version,
        texts: visit.texts,
        data: packData(visit.data),
        googleMap,
      },
    };
  }

  async function open(
    address: URL,
    language: Language,
    { form, status, timeoutMs = deferredTimeoutMs }: OpenOptions = {},
  ): Promise<Rendered> {
    const startedAt = performance.now();
    const api = newsRepository.api(timeoutMs === deferredTimeoutMs ? undefined : timeoutMs);
    const opened = await openVisit(address, language, { api, texts: textSource });
    const complete = await awaitWithin(opened.data, timeoutMs);
    const missing = opened.status === 404;
    const visit = {
      ...opened,
      form,
      status: status ?? opened.status,
      // One page serves all missing addresses: it must not hold the one that was asked for first.
      ...(missing && { path: missingPagePath, params: {}, search: '' }),
    };
    // An address outside the route table is missing whatever the backend does.
    const confirmed = opened.route.name === 'not-found' ? 404 : api.missingStatus;
    const openMs = performance.now() - startedAt;
    return { visit, api, status: missing ? confirmed : visit.status, complete, startedAt, openMs };
  }

  async function openFailure(address: URL, language: Language, requestId: string): Promise<Rendered> {
    const api = newsRepository.api();
    const visit = { ...(await openError(address, language, { api, texts: textSource })), requestId };
    return { visit, api, status: visit.status, complete: true, startedAt: performance.now(), openMs: 0 };
  }

  function print(rendered: Rendered): Promise<string> {
    // The icons of an error message are there before there is an error: the connection may be what fails.
    const icons = new Set(['circle-alert', 'x']);
    const site = createSite(rendered.visit, rendered.api, {
      googleMap,
      iconHref(name) {
        icons.add(name);
        return `#${inlineId(name)}`;
      },
    });
    const shell = parts(rendered);
    return printToString(<App site={site} />, (content) => [
      shellHead(shell, { streamed: false, icons: printIcons(icons) }),
      content,
      shellTail(shell, { streamed: false }),
    ]);
  }

  function stream(rendered: Rendered, nonce: string, target: StreamTarget): Promise<void> {
    const shell = parts(rendered);
    return streamTo(target, <App site={createSite(rendered.visit, rendered.api, { googleMap })} />, {
      nonce,
      modules: [manifest.entry],
      head: shellHead(shell, { streamed: true }),
      tail: shellTail(shell, { streamed: true }),
      timeoutMs: renderTimeoutMs,
      onPartFailed: (error) =>
        log.warn(
          { path: rendered.visit.path, reason: String(error) },
          'a part of a streamed page is left to the browser',
        ),
    });
  }

  return { open, openFailure, print, stream };
}
