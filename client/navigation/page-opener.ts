import type { Language } from '#shared/languages.ts';
import type { TextSource } from '../open-visit.ts';
import type { LanguageStore } from '../stores/language.ts';
import type { SiteState } from '../stores/site.ts';
import type { Visit } from '../visit.ts';
import { showOfflineToast } from './announce.ts';
import { createAttempts, type Attempt } from './attempts.ts';
import { openAddress } from './open-address.ts';
import type { SessionHistory } from './session-history.ts';

interface PageOpenerTools {
  history: SessionHistory;
  open(address: URL, language: Language, signal: AbortSignal): Promise<Visit>;
  texts: TextSource;
  language: LanguageStore;
  askServer(address: string, signal: AbortSignal): Promise<unknown>;
  reportFailure(error: unknown): void;
  /** Milliseconds until placeholders are shown. */
  deferredMs: number;
  showProgress(): () => void;
  /** The language that is being loaded; null when there is none. */
  pendingLanguage(): Language | null;
  /** Called when neither the page nor its document can be had. */
  undoMove(): void;
}

export interface PageOpener {
  /**
   * Opens an address and gives its page to `show`, unless the visitor wants something else by then. A page that cannot
   * be opened is loaded as a document. Resolves when that is done or given up; rejects only when `show` does.
   */
  open(address: URL, show: (visit: Visit, attempt: Attempt) => Promise<void> | void): Promise<void>;
  /** Loads the page that is shown, or on its way, as a whole document in a language; never rejects. */
  loadDocumentIn(language: Language): Promise<void>;
  /** Gives up the page that is on its way, if there is one. */
  cancel(): void;
}

/** Opens one page at a time: the last address that was wanted. */
export function createPageOpener(site: SiteState, tools: PageOpenerTools): PageOpener {
  const { history, open, texts, language, deferredMs } = tools;
  const openTools = { open, texts, language: () => language.language.peek(), deferredMs };
  const attempts = createAttempts(tools.showProgress);
  let wanted = history.address();

  function begin(address: URL): Attempt {
    wanted = address;
    return attempts.begin();
  }

  /** Asks the server before leaving this page: without a connection the browser would show its own error page. */
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
    if (isReached) return history.loadDocument(to.href);
    showOfflineToast(site);
    tools.undoMove();
  }

  return {
    async open(address, show) {
      const attempt = begin(address);
      const outcome = await openAddress(address, attempt, openTools);
      if (outcome.kind === 'overtaken') return;
      if (outcome.kind === 'visit') return show(outcome.visit, attempt);
      tools.reportFailure(outcome.error);
      return loadDocument(address, attempt);
    },
    loadDocumentIn(next) {
      const address = new URL(attempts.isActive() ? wanted : history.address());
      address.searchParams.set('lang', next);
      return loadDocument(address, begin(address));
    },
    cancel: attempts.cancel,
  };
}
