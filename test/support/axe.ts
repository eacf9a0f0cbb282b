import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright';

const axeCode = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    /** Defined after a page has run `axeCode`. */
    axe: typeof axe;
  }
}

/** The rules of WCAG 2.2 A and AA, and the best practices of axe, that the page breaks, with the elements that do. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axeCode);
  const { violations } = await page.evaluate(async () => {
    return window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // All violations are reported; describing the elements that pass would take as long again as finding them.
      resultTypes: ['violations'],
    });
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
