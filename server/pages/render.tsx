import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
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
import { shellHead, shellTail, type ShellParts } from './shell.ts';

/** How long a page waits for what it can do without: below this, waiting is quicker than streaming. */
const lateBudgetMs = 50;
/** A render that takes longer is given up; the browser fetches what is missing. */
const renderLimitMs = 10_000;

export interface Rendered {
  visit: Visit;
  api: RequestApi;
  /** Every value came in time: the page can leave whole. */
  complete: boolean;
  /** When the page was asked for, and how long its data took. */
  startedAt: number;
  openMs: number;
}

export interface Renderer {
  open(address: URL, language: Language, extra?: Extra): Promise<Rendered>;
  openFailure(address: URL, language: Language, requestId: string): Promise<Rendered>;
  /** The whole document; throws what React threw. */
  print(rendered: Rendered): Promise<string>;
  /** The document as it comes, into `target`; resolves when it has left or was given up. */
  stream(rendered: Rendered, nonce: string, target: StreamTarget): Promise<void>;
}

interface Extra {
  form?: FormState;
  status?: number;
  /** A page that nobody waits for may wait longer itself. */
  budgetMs?: number;
}

/** Where a streamed page goes; `flush` sends what a compressor holds back. */
export interface StreamTarget {
  write(chunk: Buffer | string): boolean;
  flush(): void;
  end(): void;
  on(event: 'drain' | 'close', listener: () => void): unknown;
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
    { form, status, budgetMs = lateBudgetMs }: Extra = {},
  ): Promise<Rendered> {
    const startedAt = performance.now();
    const api = newsRepository.api(budgetMs === lateBudgetMs ? undefined : budgetMs);
    const visit = await openVisit(address, language, { api, texts: textSource });
    const complete = await awaitWithin(visit.data, budgetMs);
    return {
      visit: { ...visit, form, status: status ?? visit.status },
      api,
      complete,
      startedAt,
      openMs: performance.now() - startedAt,
    };
  }

  async function openFailure(address: URL, language: Language, requestId: string): Promise<Rendered> {
    const api = newsRepository.api();
    const visit = await openError(address, language, { api, texts: textSource });
    return { visit: { ...visit, requestId }, api, complete: true, startedAt: performance.now(), openMs: 0 };
  }

  function print(rendered: Rendered): Promise<string> {
    const shell = parts(rendered);
    // What an error needs is there before there is one: the line to the site may be what is wrong.
    const icons = new Set(['circle-alert', 'x']);
    const site = createSite(rendered.visit, rendered.api, {
      googleMap,
      iconHref(name) {
        icons.add(name);
        return `#${inlineId(name)}`;
      },
    });
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const sink = new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk);
          done();
        },
        final(done) {
          resolve(
            shellHead(shell, { streamed: false, icons: printIcons(icons) }) +
              Buffer.concat(chunks).toString('utf8') +
              shellTail(shell, { streamed: false }),
          );
          done();
        },
      });
      const { pipe } = renderToPipeableStream(<App site={site} />, {
        progressiveChunkSize: Infinity,
        onAllReady: () => pipe(sink),
        onError: reject,
      });
    });
  }

  function stream(rendered: Rendered, nonce: string, target: StreamTarget): Promise<void> {
    const shell = parts(rendered);
    return new Promise((resolve, reject) => {
      let started = false;
      let resume: (() => void) | undefined;
      // One listener for all of the stream: the compressor's `once` leaves its listeners behind.
      target.on('drain', () => resume?.());
      // React looks for `flush` on what it pipes into; without it a compressor keeps the shell until the end.
      const sink = Object.assign(
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            if (target.write(chunk)) done();
            else
              resume = () => {
                resume = undefined;
                done();
              };
          },
          final(done) {
            target.write(shellTail(shell, { streamed: true }));
            target.end();
            done();
          },
        }),
        { flush: () => target.flush() },
      );
      const { pipe, abort } = renderToPipeableStream(
        <App site={createSite(rendered.visit, rendered.api, { googleMap })} />,
        {
          nonce,
          bootstrapModules: [manifest.entry],
          progressiveChunkSize: Infinity,
          onShellReady() {
            started = true;
            target.write(shellHead(shell, { streamed: true }));
            pipe(sink);
          },
          onShellError: reject,
          onError(error) {
            if (started)
              log.warn(
                { path: rendered.visit.path, reason: String(error) },
                'part of a streamed page was left to the browser',
              );
          },
        },
      );
      const finish = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        abort(new Error('the page took too long'));
        // Should React itself be what is stuck, the visitor still gets an end.
        setTimeout(() => {
          if (!sink.writableFinished) target.end();
        }, 500).unref();
      }, renderLimitMs);
      sink.once('finish', finish);
      target.on('close', () => {
        // The visitor has left: what is still being rendered is for nobody.
        if (!sink.writableFinished) abort(new Error('the visitor left'));
        finish();
      });
    });
  }

  return { open, openFailure, print, stream };
}
