import type { Language } from '#shared/languages.ts';
import { deferredValues, awaitDeferred } from '../lib/await-deferred.ts';
import { waitAtMost } from '../lib/wait-at-most.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { SiteState } from '../stores/site.ts';
import type { Visit } from '../visit.ts';
import { untilAborted } from '../lib/until-aborted.ts';
import { createAttempts, type Attempt } from './attempts.ts';
import { showOfflineToast } from './progress.ts';
import type { DeferredMs, NavigatorTools } from './navigator-tools.ts';

/** The result of opening an address. */
type Outcome = { kind: 'visit'; visit: Visit } | { kind: 'failure'; error: unknown };

interface PageOpenerTools extends Pick<
  NavigatorTools,
  'history' | 'open' | 'texts' | 'askServer' | 'storeTypedValues' | 'reportFailure' | 'hasLeftSince'
> {
  language: Pick<LanguageStore, 'current'>;
  deferredMs: DeferredMs;
  showProgress(): () => void;
  /** The language that is being loaded; null when there is none. */
  pendingLanguage(): Language | null;
  /** Called when neither the page nor its document can be loaded. */
  undoMove(): void;
}

/** How the visitor comes to the page: by a link, or by Back or Forward. */
type Way = keyof DeferredMs;

export interface PageOpener {
  /**
   * Opens an address and passes its page to `show`, which must show it before it returns, unless a newer attempt has
   * begun by then. A page that cannot be opened is loaded as a document, unless the visitor is leaving. Resolves when
   * this attempt has ended; rejects only when `show` throws.
   */
  open(address: URL, way: Way, show: (visit: Visit) => void): Promise<void>;
  /** Loads the current page, or the page that is being opened, as a whole document in a language; never rejects. */
  loadDocumentIn(language: Language): Promise<void>;
  /** Aborts the current attempt, or stops the loading of a document. */
  cancel(): void;
  /** The address that was to be opened last; a new object for each attempt. */
  target(): URL;
}

/** Opens an address in the language that is the chosen one when the data and texts of the page have arrived. */
async function openInLanguage(address: URL, way: Way, signal: AbortSignal, tools: PageOpenerTools): Promise<Visit> {
  const chosen = () => tools.language.current.peek();
  let visit = await tools.open(address, chosen(), signal);
  await waitAtMost(awaitDeferred(visit.data), tools.deferredMs[way]);
  for (const value of deferredValues(visit.data)) if (value.status === 'rejected') throw value.reason;
  // The language may have been switched while the page was loading.
  for (let language = chosen(); visit.language !== language; language = chosen())
    visit = { ...visit, language, texts: await tools.texts(language, visit.route.name, signal) };
  return visit;
}

/** Opens an address; never rejects. */
async function openAddress(address: URL, way: Way, signal: AbortSignal, tools: PageOpenerTools): Promise<Outcome> {
  try {
    return { kind: 'visit', visit: await untilAborted(openInLanguage(address, way, signal, tools), signal) };
  } catch (error) {
    return { kind: 'failure', error };
  }
}

/** Opens one page at a time: a newer call aborts the previous one. */
export function createPageOpener(site: SiteState, tools: PageOpenerTools): PageOpener {
  const { history } = tools;
  const attempts = createAttempts(tools.showProgress);
  let target = history.address();

  function begin(address: URL): Attempt {
    target = address;
    history.stopLoading();
    return attempts.begin();
  }

  /** Sends a request to the server first, because without a connection the browser would show its own error page. */
  async function loadDocument(address: URL, attempt: Attempt): Promise<void> {
    const to = new URL(address);
    const pending = tools.pendingLanguage();
    if (pending) to.searchParams.set('lang', pending);
    const isReached = await tools.askServer(to.href, attempt.signal).then(
      () => true,
      () => false,
    );
    if (!attempt.isCurrent()) return;
    attempt.finish();
    if (isReached) {
      const isShownPage = to.pathname === site.visit.peek().path;
      return history.loadDocument(to.href, isShownPage ? tools.storeTypedValues() : undefined);
    }
    showOfflineToast(site);
    tools.undoMove();
  }

  return {
    async open(address, way, show) {
      const attempt = begin(address);
      const startedAt = performance.now();
      const outcome = await openAddress(address, way, attempt.signal, tools);
      // A newer attempt has begun, so this attempt must change nothing.
      if (!attempt.isCurrent()) return;
      // A click on a link of another site, for example, ends the requests of this page; it must not be undone.
      if (outcome.kind === 'failure' && !tools.hasLeftSince(startedAt)) {
        tools.reportFailure(outcome.error);
        return loadDocument(address, attempt);
      }
      attempt.finish();
      if (outcome.kind === 'visit') show(outcome.visit);
    },
    loadDocumentIn(next) {
      const address = new URL(attempts.isActive() || history.isLoading() ? target : history.address());
      address.searchParams.set('lang', next);
      return loadDocument(address, begin(address));
    },
    cancel() {
      history.stopLoading();
      attempts.cancel();
    },
    target: () => target,
  };
}
