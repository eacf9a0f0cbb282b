import type { Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { OutdatedTextsError } from './text-source.ts';
import type { SiteState } from '../stores/site.ts';
import type { Visit } from '../visit.ts';
import { announce } from './focus-and-announce.ts';
import { showOfflineToast } from './progress.ts';
import { untilAborted } from '../lib/until-aborted.ts';
import { createAttempts, type Attempt } from './attempts.ts';
import type { PageView } from './page-view.ts';
import type { NavigatorTools } from './navigator-tools.ts';

interface LanguageSwitchTools extends Pick<NavigatorTools, 'history' | 'texts' | 'language' | 'fonts'> {
  view: Pick<PageView, 'title' | 'isTranslated'>;
  showProgress(): () => void;
  render(visit: Visit): void;
  /** Loads the current page, or the page that is being opened, as a whole document in a language. */
  loadDocumentIn(language: Language): Promise<void>;
}

interface LanguageSwitch {
  setLanguage(language: Language): Promise<void>;
  /** Shows the page in the chosen language, unless another language is being loaded. */
  applyChosen(): void;
  /** The language that is being loaded; null when there is none. */
  pending(): Language | null;
  /** Removes the language from the address, so that a reload does not undo a later choice. */
  removeFromAddress(): void;
}

/** Switches the current page to another language without loading a document; a navigation may end at the same time. */
export function createLanguageSwitch(site: SiteState, tools: LanguageSwitchTools): LanguageSwitch {
  const { history, view, texts, language, render } = tools;
  const attempts = createAttempts(tools.showProgress);
  let target = language.current.peek();

  const removeFromAddress = () => history.setParameters({ lang: [] });

  async function giveUp(next: Language, error: unknown, attempt: Attempt): Promise<void> {
    if (!attempt.isCurrent()) return;
    attempt.finish();
    if (error instanceof OutdatedTextsError) return tools.loadDocumentIn(next);
    showOfflineToast(site);
    if (language.current.peek() !== next) applyChosen();
  }

  /**
   * `saveLanguage` is called only when the page can be shown in this language, so it never has to be undone.
   */
  async function switchTo(next: Language, saveLanguage: () => void): Promise<void> {
    const attempt = attempts.begin();
    target = next;
    // A document that is loading would replace this page before its texts have come.
    if (history.isLoading() || view.isTranslated()) {
      attempt.finish();
      return tools.loadDocumentIn(next);
    }
    let loaded: Texts | null = null;
    let loadedFor: string | undefined;
    // Another page may be shown while the texts of this page are loading.
    while (site.visit.peek().language !== next && site.visit.peek().route.name !== loadedFor) {
      const { name } = site.visit.peek().route;
      loadedFor = name;
      try {
        const waiting = Promise.all([texts(next, name, attempt.signal), tools.fonts()]);
        [loaded] = await untilAborted(waiting, attempt.signal);
      } catch (error) {
        return giveUp(next, error, attempt);
      }
      if (!attempt.isCurrent()) return;
    }
    attempt.finish();
    saveLanguage();
    removeFromAddress();
    const shown = site.visit.peek();
    if (shown.language === next || !loaded) return;
    render({ ...shown, language: next, texts: loaded });
    announce(site, view.title());
  }

  function applyChosen(): void {
    const chosen = language.current.peek();
    if (!attempts.isActive() && site.visit.peek().language !== chosen) void switchTo(chosen, () => undefined);
  }

  language.onOtherTab((next) => {
    void switchTo(next, () => language.adopt(next));
  });

  return {
    setLanguage: (next) => switchTo(next, () => language.choose(next)),
    applyChosen,
    pending: () => (attempts.isActive() ? target : null),
    removeFromAddress,
  };
}
