import { languageKey, languages } from '#shared/languages.ts';
import { draftKey } from './draft-key.ts';
import { storedLanguage } from './named-language.ts';

/** React's comments around a part that the server has not sent, or that has failed there. */
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
    return false; // Storage is switched off.
  }
}

/** Whether a language was chosen that the page does not show. */
function isOtherLanguageChosen(): boolean {
  const stored = storedLanguage();
  return stored !== null && languages[stored].html !== document.documentElement.lang;
}

/** Whether the visitor has used the page before the first script ran. */
function isInUse(): boolean {
  const { activeElement, body } = document;
  return scrollY > 0 || (activeElement !== null && activeElement !== body);
}

/**
 * Whether a page needs its scripts now: it is in use already, moves by itself (`data-eager`), is not in the chosen
 * language, lacks a part that the browser has to fetch, or has a form with an unsent draft.
 */
export function needsScripts(root: HTMLElement): boolean {
  const hasDraft = root.querySelector('form[data-draft]') !== null && isDraftStored();
  return isInUse() || root.dataset['eager'] !== undefined || hasDraft || isOtherLanguageChosen() || isPartMissing();
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
