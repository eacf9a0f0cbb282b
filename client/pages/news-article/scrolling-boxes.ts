/**
 * Makes the tables and the code of an article scroll sideways and reachable by keyboard, so that narrow windows break
 * neither words nor lines of code. The patterns are safe, because the sanitiser of the server leaves these elements no
 * attributes and writes `<` only in tags.
 */
export function withScrollingBoxes(html: string, labels: { table: string; code: string }): string {
  // The labels are texts of this site and have no characters to escape.
  const box = (label: string) => `role="group" tabindex="0" aria-label="${label}"`;
  /* eslint-disable no-restricted-syntax -- The template tag for HTML is code of the server. */
  return html
    .replaceAll('<pre>', `<pre ${box(labels.code)}>`)
    .replaceAll('<table>', `<div class="prose__table" ${box(labels.table)}><table>`)
    .replaceAll('</table>', '</table></div>');
}
