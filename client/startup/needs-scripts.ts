import { languages } from '#shared/languages.ts';
import { draftKey } from './draft-key.ts';
import { avoidsFilms, savesData } from '../lib/connection.ts';
import { prefersReducedMotion } from '../lib/motion.ts';
import { storedLanguage } from '../lib/named-language.ts';

/** React's comments at a part that the server has not sent or could not render. */
const missingParts = new Set(['$?', '$!']);

function isPartMissing(): boolean {
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (missingParts.has(comments.currentNode.nodeValue ?? '')) return true;
  return false;
}

function isDraftStored(): boolean {
  try {
    return sessionStorage.getItem(draftKey) !== null;
  } catch {
    return false; // Storage is disabled.
  }
}

/** Whether the visitor has chosen a language other than that of the page. */
function isOtherLanguageChosen(): boolean {
  const stored = storedLanguage();
  return stored !== null && languages[stored].html !== document.documentElement.lang;
}

/** Whether the visitor has used the page before the first script ran. */
function isInUse(): boolean {
  const { activeElement, body } = document;
  return scrollY > 0 || (activeElement !== null && activeElement !== body);
}

/** Whether the visitor has come from another page of this site: whoever opens a second page often opens a third. */
function isNextPage(): boolean {
  return document.referrer.startsWith(`${location.origin}/`) && !savesData();
}

/** Whether something on the page moves by itself (`start` in the route table). */
function movesByItself({ dataset: { start } }: HTMLElement): boolean {
  return start === 'at-once' || (start === 'film' && !avoidsFilms() && !prefersReducedMotion());
}

/**
 * Whether a page needs its scripts at once: the visitor already uses it or has come from another page of this site,
 * something on it moves by itself, its language is not the chosen one, the browser has to fetch a missing part, or a
 * form has an unsent draft.
 */
export function needsScripts(root: HTMLElement): boolean {
  const hasDraft = root.querySelector('form[data-draft]') !== null && isDraftStored();
  return isInUse() || isNextPage() || movesByItself(root) || hasDraft || isOtherLanguageChosen() || isPartMissing();
}

/** Resolves when another tab chooses another language, or has done so while this page was in the back/forward cache. */
export function languageOfOtherTab(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isOtherLanguageChosen()) resolve();
    };
    addEventListener('pageshow', check);
    addEventListener('storage', check);
  });
}
