import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skies, skyColours } from '#shared/skies.ts';
import { printSkies, readLayerOrder, splitByMedia } from '#server/build/styles.ts';

describe('the stylesheet of the skies', () => {
  it('has the three colours of every sky', () => {
    const printed = printSkies();
    for (const sky of skies) {
      const { sky: above, ground, line } = skyColours[sky];
      assert.ok(
        printed.includes(`[data-sky='${sky}'] { --sky: ${above}; --ground: ${ground}; --line: ${line}; }`),
        sky,
      );
    }
  });
});

describe('the rules for rare media', () => {
  const layers = '@layer base,media;';

  it('move into a stylesheet of their own, in their layer and order', () => {
    const { screen, other } = splitByMedia(
      `${layers}@layer base{p{a:b}}@layer media{@media print{p{c:d}}@media (forced-colors: active){p{e:f}}}@layer base{q{a:b}}` +
        '@layer media{@media (scripting:none){q{g:h}}@media (prefers-contrast: more) and (width<40rem){q{i:j}}}',
    );
    assert.equal(screen, `${layers}@layer base{p{a:b}q{a:b}}`);
    assert.equal(
      other,
      `${layers}@layer media{@media print{p{c:d}}@media (forced-colors: active){p{e:f}}` +
        '@media (scripting:none){q{g:h}}@media (prefers-contrast: more) and (width<40rem){q{i:j}}}',
    );
  });

  it('leave every other condition where it is', () => {
    const styles =
      '@layer base{@media (width<40rem){p{a:b}}@media (prefers-reduced-motion:reduce){p{c:d}}@media screen{p{e:f}}}';
    assert.deepEqual(splitByMedia(styles), { screen: styles, other: '' });
  });

  it('are refused inside a rule or outside a layer, where they could not be moved', () => {
    assert.throws(() => splitByMedia('@layer base{p{@media print{a:b}}}'), /directly in a layer/);
    assert.throws(() => splitByMedia('@media print{p{a:b}}'), /directly in a layer/);
  });
});

describe('a stylesheet of a single page', () => {
  it('repeats the order of the layers, which the sheet of every page has to name', () => {
    assert.equal(readLayerOrder('/* a comment */\n@layer base, media;\n@layer base{p{a:b}}'), '@layer base, media;');
    assert.throws(() => readLayerOrder('@layer base{p{a:b}}'), /orders the layers is missing/);
  });
});
