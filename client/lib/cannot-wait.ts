import { isLanguage, languageKey, languages } from '#shared/languages.ts';
import { draftKey } from './draft-key.ts';

/** React's comments around a part that the server has not sent, or that has failed there. */
const missingParts = new Set(['$?', '$!']);

function isPartMissing(): boolean {
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (missingParts.has(comments.currentNode.nodeValue ?? '')) return true;
  return false;
}

function readStorage(storage: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[storage].getItem(key);
  } catch {
    return null; // Storage is switched off.
  }
}

/** Whether a language was chosen that the page does not show or that has to be saved. */
function isLanguageChosen(): boolean {
  const stored = readStorage('localStorage', languageKey);
  const isOther = isLanguage(stored) && languages[stored].html !== document.documentElement.lang;
  return isOther || new URLSearchParams(location.search).has('lang');
}

/** Whether somebody has used the page before the first script ran. */
const isInUse = () => scrollY > 0 || ![null, document.body].includes(document.activeElement as HTMLElement | null);

/**
 * Whether a page needs its scripts now: it is in use already, moves by itself (`data-awake`), is not in the chosen
 * language, lacks a part that the browser has to fetch, or has a form with an unsent draft.
 */
export function cannotWait(root: HTMLElement): boolean {
  const hasDraft = root.querySelector('form[data-draft]') !== null && readStorage('sessionStorage', draftKey) !== null;
  return isInUse() || root.dataset['awake'] !== undefined || hasDraft || isLanguageChosen() || isPartMissing();
}

/** Resolves when another tab chooses another language. */
export function languageOfOtherTab(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('storage', function listen({ key }) {
      if (key !== languageKey) return;
      removeEventListener('storage', listen);
      resolve();
    });
  });
}
