import { announce } from '../navigation/focus-and-announce.ts';
import type { SiteState } from '../stores/site.ts';

/**
 * Focuses the element with this id, or the first input inside it when it is a group of fields. Screen readers read a
 * field with its error when it gets the focus; with `site`, the error of a field that has the focus is announced, unless
 * it is an alert, which announces itself.
 */
export function focusField(id: string, site?: SiteState): void {
  const control = document.querySelector<HTMLElement>(`:is(#${id}, #${id} *):is(input, textarea)`);
  // React shows the error before the next task.
  if (site && control === document.activeElement)
    setTimeout(() => announce(site, document.querySelector(`#${id}-error:not([role])`)?.textContent ?? ''));
  control?.focus();
}
