import type { Page } from 'playwright';

/** The position of the horizon, as a share of the height of the picture: lower in films and covers than in drawings. */
const horizons = { drawing: 0.496, other: 0.62 };

/** In CSS pixels: how far the horizon of the picture and the baseline of the title are above the line. */
export const measureTitle = (page: Page) =>
  page.evaluate((horizons) => {
    const hero = document.querySelector('.hero__line');
    const sky = document.querySelector('.page-head__horizon');
    const title = document.querySelector('h1');
    if (!(hero ?? sky) || !title) return null;
    const line = hero ? hero.getBoundingClientRect().top : (sky?.getBoundingClientRect().bottom ?? 0) - 2;
    const picture = document.querySelector('.page-head__art, .film img');
    const box = picture?.getBoundingClientRect();
    const isDrawing = picture?.matches('.page-head__art:not(.head-cover__art)');
    const horizon = box && box.top + box.height * (isDrawing ? horizons.drawing : horizons.other);
    const last = [...title.querySelectorAll(':scope > span')].at(-1) ?? title;
    const mark = document.createElement('span');
    mark.style.cssText = 'display: inline-block; inline-size: 0; block-size: 0';
    last.append(mark);
    const baseline = mark.getBoundingClientRect().bottom;
    mark.remove();
    const letters = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = letters.nextNode(); node; node = letters.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        // A word with a hyphen may be broken at the hyphen.
        if (range.getClientRects().length > 1 && !word.includes('-')) broken.push(word);
      }
    return {
      horizon: horizon === undefined ? null : line - horizon,
      baseline: line - baseline,
      broken,
    };
  }, horizons);

type Title = Awaited<ReturnType<typeof measureTitle>>;

/** What is wrong with where a measured title stands in a window of this width. */
export function findTitleFaults(title: NonNullable<Title>, width: number): string[] {
  const { horizon, baseline, broken } = title;
  const expected: [string, boolean][] = [
    ['the line is the horizon of the picture', horizon === null || Math.abs(horizon) <= 3],
    // Beside a picture the title stands on the line; on phones it is above the picture, which is 80 px high at least.
    horizon !== null && width < 768
      ? ['the title is above the picture', baseline > 80]
      : ['the title stands on the line', Math.abs(baseline) <= 3],
    ['words are whole', broken.length === 0],
  ];
  return expected.filter(([, isSo]) => !isSo).map(([what]) => `not so: ${what}: ${JSON.stringify(title)}`);
}
