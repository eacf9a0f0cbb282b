import type { Language } from '#shared/languages.ts';
import { missingPagePath } from '#shared/missing-page.ts';
import { markStreamed, awaitDeferred } from '#client/lib/await-deferred.ts';
import { openError, openVisit, type TextSource } from '#client/open-visit.ts';
import { textAreas } from '#client/page-texts.ts';
import type { FormState, Visit } from '#client/visit.ts';
import type { NewsRepository, RequestApi } from '#server/news/news-repository.ts';
import { pageTexts, type TextStore } from '#server/lib/texts.ts';
import { within } from '#server/lib/within.ts';

/**
 * How long a page waits for data that it does not need for its status and head. A backend nearby answers within this
 * time, so that the page can be stored; data of a slower backend is cached for the next visitor.
 */
const deferredTimeoutMs = 20;

/** A page with all data for its render. */
export interface PreparedPage {
  visit: Visit;
  api: RequestApi;
  /** 503 instead of 404 when the backend did not answer and could not confirm that the page is missing. */
  status: number;
  /** Whether every value came in time, so that the page can be sent as a whole. */
  complete: boolean;
  /** `performance.now()` when the page was requested, and how long its data took. */
  startedAt: number;
  openMs: number;
}

interface PrepareOptions {
  form?: FormState;
  status?: number;
  /** How long a page without a waiting visitor may wait for the backend. */
  timeoutMs?: number;
  /** Whether to wait for every value without a time limit, because nothing can be added to the page later. */
  awaitAll?: boolean;
}

export interface PagePreparer {
  prepare(address: URL, language: Language, options?: PrepareOptions): Promise<PreparedPage>;
  /** Opens the error page, with the id of the request in the log. */
  prepareFailure(
    address: URL,
    language: Language,
    failure: { status: 500 | 503; requestId: string },
  ): Promise<PreparedPage>;
}

export interface PageInputs {
  newsRepository: NewsRepository;
  texts: TextStore;
}

/**
 * Creates the function that finds the page of an address and collects its texts and data. It rejects when the page's
 * `load` rejects.
 */
export function createPagePreparer({ newsRepository, texts }: PageInputs): PagePreparer {
  const textSource: TextSource = (language, routeName) =>
    Promise.resolve(pageTexts(texts, language, routeName, textAreas(routeName)));

  async function prepare(
    address: URL,
    language: Language,
    { form, status, timeoutMs, awaitAll = false }: PrepareOptions = {},
  ): Promise<PreparedPage> {
    const startedAt = performance.now();
    const api = newsRepository.api(timeoutMs);
    const opened = await openVisit(address, language, { api, texts: textSource });
    const settled = awaitDeferred(opened.data);
    await (awaitAll ? settled : within(settled, timeoutMs ?? deferredTimeoutMs, () => undefined));
    const complete = markStreamed(opened.data);
    const missing = opened.status === 404;
    const visit = {
      ...opened,
      postedForm: form,
      // The result of a form is shown on the page of its article; when there is no such article, the page is missing as
      // well.
      status: missing ? opened.status : (status ?? opened.status),
      // One cached page serves all missing addresses, so it must not contain the first requested address.
      ...(missing && { path: missingPagePath, params: {}, search: '' }),
    };
    const openMs = performance.now() - startedAt;
    return { visit, api, status: missing ? api.missingStatus : visit.status, complete, startedAt, openMs };
  }

  const prepareFailure: PagePreparer['prepareFailure'] = async (address, language, { status, requestId }) => {
    const api = newsRepository.api();
    const visit = { ...(await openError(address, language, { api, texts: textSource })), requestId };
    return { visit, api, status, complete: true, startedAt: performance.now(), openMs: 0 };
  };

  return { prepare, prepareFailure };
}
