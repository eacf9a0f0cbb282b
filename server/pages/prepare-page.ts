import type { Language } from '#shared/languages.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import { awaitWithin } from '#client/lib/await-within.ts';
import { openError, openVisit, type TextSource } from '#client/open-visit.ts';
import { allRoutes, textAreas } from '#client/routes.ts';
import type { FormState, Visit } from '#client/visit.ts';
import type { NewsRepository, RequestApi } from '#server/news/news-repository.ts';
import { pageTexts, type TextStore } from '#server/texts.ts';

/**
 * A page waits this long for data that it can do without. A backend nearby answers within it, and the page can be stored;
 * from a slower one the data is there for the next visitor.
 */
const deferredTimeoutMs = 20;

/** A page with everything that it is rendered from. */
export interface PreparedPage {
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

interface OpenOptions {
  form?: FormState;
  status?: number;
  /** How long a page that no visitor waits for may wait for the backend itself. */
  timeoutMs?: number;
  /** Waits for every value as long as its read takes, because nothing can be added to the page later. */
  whole?: boolean;
}

export interface PageOpener {
  open(address: URL, language: Language, options?: OpenOptions): Promise<PreparedPage>;
  /** The error page, with the id that the log has for the request. */
  openFailure(address: URL, language: Language, requestId: string): Promise<PreparedPage>;
}

export interface PageSources {
  newsRepository: NewsRepository;
  texts: TextStore;
}

const areasOf = new Map(allRoutes().map((route) => [route.name, textAreas(route)]));

/** Finds the page of an address and collects its texts and data; rejects with what the page's `load` throws. */
export function createPageOpener({ newsRepository, texts }: PageSources): PageOpener {
  const textSource: TextSource = (language, routeName) =>
    Promise.resolve(pageTexts(texts, language, routeName, areasOf.get(routeName) ?? []));

  async function open(
    address: URL,
    language: Language,
    { form, status, timeoutMs, whole = false }: OpenOptions = {},
  ): Promise<PreparedPage> {
    const startedAt = performance.now();
    const api = newsRepository.api(timeoutMs);
    const opened = await openVisit(address, language, { api, texts: textSource });
    const complete = await awaitWithin(opened.data, whole ? null : (timeoutMs ?? deferredTimeoutMs));
    const missing = opened.status === 404;
    const visit = {
      ...opened,
      form,
      // What a form has to say is said on the page of its article: where there is none, the page is missing all the same.
      status: missing ? opened.status : (status ?? opened.status),
      // One page serves all missing addresses: it must not hold the one that was asked for first.
      ...(missing && { path: missingPagePath, params: {}, search: '' }),
    };
    // An address outside the route table is missing whatever the backend does.
    const confirmed = opened.route.name === 'not-found' ? 404 : api.missingStatus;
    const openMs = performance.now() - startedAt;
    return { visit, api, status: missing ? confirmed : visit.status, complete, startedAt, openMs };
  }

  async function openFailure(address: URL, language: Language, requestId: string): Promise<PreparedPage> {
    const api = newsRepository.api();
    const visit = { ...(await openError(address, language, { api, texts: textSource })), requestId };
    return { visit, api, status: visit.status, complete: true, startedAt: performance.now(), openMs: 0 };
  }

  return { open, openFailure };
}
