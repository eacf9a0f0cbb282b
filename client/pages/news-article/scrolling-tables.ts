/**
 * Puts every table of an article into a box that scrolls sideways and is reachable by keyboard, so that narrow windows
 * do not break words. The pattern is safe, because the sanitiser of the server leaves tables no attributes and writes
 * `<` only in tags.
 */
export function withScrollingTables(html: string, label: string): string {
  // The label is a text of this site and has no characters to escape.
  /* eslint-disable no-restricted-syntax -- The template tag for HTML is code of the server. */
  return html
    .replaceAll('<table>', `<div class="prose__table" role="group" tabindex="0" aria-label="${label}"><table>`)
    .replaceAll('</table>', '</table></div>');
}
