import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStyleRules } from '#server/build/read-style-rules.ts';
import { createStylePrinter } from '#server/pages/inline-styles.ts';

const styles = `@layer base, components;
@layer base { @font-face { font-family: 'A'; src: url('/a.woff2'); } body { margin: 0 } }
@layer components {
  .card { color: red }
  .card .card__title:not(.is-small), .hero > h1 { color: blue }
  .menu { color: green }
  [data-navigation='running'] .card { transition: none }
  .bar[data-scrolled] .card { animation: day 1s }
  @keyframes day { to { scale: 0 } }
  @media (width > 40rem) { .menu { color: black } .card { margin: 0 } }
  .wheel { animation: turn 1s }
  @keyframes turn { to { rotate: 1turn } }
  @keyframes fade { to { opacity: 0 } }
}`;

/** The printed styles without white space. */
function print(content: string, page = 'home', pages = {}): string {
  const printStyles = createStylePrinter({ everyPage: readStyleRules(styles, styles), pages });
  return printStyles(page, content).css.replaceAll(/\s+/g, '');
}

describe('the styles in a document', () => {
  it('are the rules for its classes, with what is around them, in their order', () => {
    const css = print('<div class="bar card wide"><p class="card__title">');
    assert.match(css, /^@layerbase,components;@layerbase\{@font-face\{.*?\}body\{margin:0\}\}@layercomponents\{/);
    assert.match(css, /\.card\{color:red\}\.card\.card__title:not\(\.is-small\),\.hero>h1\{color:blue\}/);
    assert.match(css, /@media\(width>40rem\)\{\.card\{margin:0\}\}/);
    assert.doesNotMatch(css, /menu|wheel|turn/);
    assert.doesNotMatch(css, /navigation|scrolled|day/);
  });

  it('leave out a rule when one class of its selector is missing, and keep it for another selector', () => {
    assert.doesNotMatch(print('<p class="card__title">'), /blue/);
    assert.match(print('<section class="hero">'), /blue/);
  });

  it('have a rule for what an element contains only where it may contain that', () => {
    const cards = '.card:has(> .menu) { color: red } .card:has(.menu, .list) { color: blue }';
    const rules = readStyleRules(cards, cards);
    const printStyles = createStylePrinter({ everyPage: rules, pages: {} });
    assert.equal(printStyles('home', '<p class="card">').css, '.card:has(.menu, .list) { color: blue }');
    assert.match(printStyles('home', '<p class="card menu">').css, /red/);
  });

  it('have the tokens that their rules use, also in the value of another token', () => {
    const tokens = ':root { color: red; --a: 1px; --b: var(--a); --c: 2px; --unused: 3px }';
    const users = 'body { margin: var(--c) } .card { padding: calc(var(--b) * 2) } .menu { --d: var(--a-1) }';
    const printStyles = createStylePrinter({ everyPage: readStyleRules(tokens, tokens + users), pages: {} });
    assert.equal(printStyles('home', '<p class="menu">').css, ':root{color: red;--c: 2px;}');
    assert.equal(printStyles('news', '<p class="card">').css, ':root{color: red;--a: 1px;--b: var(--a);--c: 2px;}');
  });

  it('have an animation with the rule that runs it, and always one that no rule runs', () => {
    assert.match(print('<i class="wheel">'), /@keyframesturn/);
    assert.match(print('<i class="other">'), /@keyframesfade/);
  });

  it('have an animation that only another sheet of the page runs', () => {
    const keyframes = '@layer base { @keyframes turn { to { rotate: 1turn } } }';
    const ofPage = '@layer base { .wheel { animation: turn 1s } }';
    const all = keyframes + ofPage;
    const everyPage = readStyleRules(keyframes, all);
    const printStyles = createStylePrinter({ everyPage, pages: { gears: readStyleRules(ofPage, all) } });
    assert.match(printStyles('gears', '<i class="wheel">').css, /@keyframes turn/);
    assert.doesNotMatch(printStyles('home', '<i class="other">').css, /@keyframes turn/);
  });

  it('continue with the rules of the page', () => {
    const ofPage = '@layer components { .card { color: white } }';
    const pages = { news: readStyleRules(ofPage, styles + ofPage) };
    assert.match(print('<p class="card">', 'news', pages), /red.*white/);
    assert.doesNotMatch(print('<p class="card">', 'home', pages), /white/);
  });

  it('come with the hash that allows them', () => {
    const printStyles = createStylePrinter({ everyPage: [{ css: 'body{margin:0}', needs: [] }], pages: {} });
    // openssl dgst -sha256 -binary | base64
    assert.equal(printStyles('home', '').source, "'sha256-IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc='");
  });
});
