import assert from 'node:assert/strict';
import { basename, dirname, posix } from 'node:path';
import { describe, it } from 'node:test';
import postcss, { type Root } from 'postcss';
import {
  styles,
  sources,
  rawColours,
  blockOf,
  classesOf,
  rulesOf,
  readClasses,
  classesIn,
  sets,
  defined,
  stylesBlock,
  withoutConditions,
} from '../../support/style-sources.ts';

describe('a colour', () => {
  it('is only in tokens.css', () => {
    const raw: string[] = [];
    for (const [file, sheet] of styles) {
      if (file === 'client/styles/tokens.css') continue;
      sheet.walkDecls((declaration) => {
        for (const colour of rawColours(declaration)) raw.push(`${file}: ${declaration.prop} ${colour}`);
      });
    }
    assert.deepEqual(raw, []);
  });

  it('is found in every notation; keywords do not count', () => {
    const found = (prop: string, value: string) => rawColours({ prop, value });
    for (const colour of [
      '#fff',
      '#07080c80',
      'rgb(0 0 0 / 0.5)',
      'hsl(0 0% 0%)',
      'oklch(0 0 0)',
      'white',
      'darkslateblue',
    ])
      assert.equal(found('background', `linear-gradient(${colour}, transparent)`).length, 1, colour);
    for (const value of [
      'var(--black)',
      'currentColor',
      'transparent',
      'CanvasText',
      'Highlight',
      'GrayText',
      'url("#white")',
    ])
      assert.deepEqual(found('color', value), [], value);
    assert.deepEqual(found('color', 'color-mix(in srgb, var(--text) 22%, transparent)'), []);
    assert.deepEqual(found('white-space', 'nowrap'), []);
  });
});

describe('a class', () => {
  it('with rules is given to an element', () => {
    const unused = [...defined].filter((name) => ![...sources.keys()].some((file) => sets(file, name)));
    assert.deepEqual(unused, []);
  });

  it('of an element has rules', () => {
    const without = [...classesIn].flatMap(([file, { names, prefixes }]) => [
      ...[...names].filter((name) => !defined.has(name)).map((name) => `${file}: ${name}`),
      ...prefixes
        .filter((prefix) => ![...defined].some((name) => name.startsWith(prefix)))
        .map((prefix) => `${file}: ${prefix}…`),
    ]);
    assert.deepEqual(without, []);
  });

  it('is read from every way of setting it', () => {
    const { names, prefixes } = readClasses(`
      <p className="one two__part" />
      <p className={clsx('three', last === 'no' && 'four')} data-x="no" />
      <p className={\`five \${open ? 'six' : 'seven'}\`} id={'no'} />
      <div className={\`drop drop--\${kind}\`} />
      const html = \`<p class="eight">\${text('no')}</p><b class="\${name}">\`;
      element.className = 'nine'; const props = { className: 'ten' };`);
    assert.deepEqual(
      [...names].sort(),
      ['one', 'two__part', 'three', 'four', 'five', 'six', 'seven', 'drop', 'eight', 'nine', 'ten'].sort(),
    );
    assert.deepEqual(prefixes, ['drop--']);
  });
});

/** Their rules are for elements and for classes that every block may use: such a class stands for no block. */
const foundations = ['tokens', 'base', 'text', 'layout', 'utilities'].map((name) => `client/styles/${name}.css`);
const foundationClasses = new Set(
  foundations
    .flatMap((file) => rulesOf(styles.get(file) ?? postcss.root()))
    .flatMap(({ selector }) => classesOf(withoutConditions(selector)).map(blockOf)),
);
const homes = new Map(
  [...styles].filter(
    ([file]) => /^client\/(components|layout|pages|styles)\//.test(file) && !foundations.includes(file),
  ),
);

/** Pages that the server alone writes, so that no component has their name. */
const serverPages = ['desk', 'payment'];

/** The rules that do not style the block of their file. */
function findStrays(file: string, sheet: Root): string[] {
  const isBlock = (name: string) => name === basename(file, '.css');
  return rulesOf(sheet)
    .filter(
      (rule) =>
        !rule.selectors.every((selector) =>
          stylesBlock(isBlock, (name) => foundationClasses.has(name), selector, rule),
        ),
    )
    .map(({ selector }) => `${file}: ${selector}`);
}

describe('a block', () => {
  it('has all of its rules in the file with its name', () => {
    assert.deepEqual(
      [...homes].flatMap(([file, sheet]) => findStrays(file, sheet)),
      [],
    );
    const names = [...homes.keys()].map((file) => basename(file, '.css'));
    assert.deepEqual(
      names.filter((name, position) => names.indexOf(name) !== position || foundationClasses.has(name)),
      [],
    );
  });

  it('stands beside the component of the same name, or in styles/', () => {
    const hasComponent = (file: string) => sources.has(file.replace(/\.css$/, '.tsx'));
    const misplaced = [...homes.keys()].filter(
      (file) =>
        hasComponent(file) === file.startsWith('client/styles/') && !serverPages.includes(basename(file, '.css')),
    );
    assert.deepEqual(misplaced, []);
  });

  it('is the one of the last class in a selector', () => {
    const strays = (css: string) => findStrays('client/components/card.css', postcss.parse(css)).length;
    for (const css of [
      '.card {}',
      '.card--low .card__title {}',
      '.card img, .list .card {}',
      '.card { .t-2, &:hover, .list &, > * + * {} }',
      '.card .shell p {}',
      '.card.list {}',
      ':is(.card__a, .card__b):not(.list) {}',
      '[role]:has(> .card) {}',
    ])
      assert.equal(strays(css), 0, css);
    for (const css of [
      '.list {}',
      '.card .list {}',
      '.card { .list {} }',
      '.card { + .list p {} }',
      '.card, .list {}',
      ':is(.card, .list) img {}',
      '.shell {}',
      'p {}',
      '.list:has(.card) {}',
      '.list { .card & {} }',
    ])
      assert.notEqual(strays(css), 0, css);
  });
});

describe('the stylesheet', () => {
  const importsOf = (file: string) => {
    const imported: string[] = [];
    styles.get(file)?.walkAtRules('import', ({ params }) => {
      imported.push(posix.join(dirname(file), params.slice(1, -1)));
    });
    return imported;
  };
  const sheets = [...styles.keys()].filter((file) => file.startsWith('client/sheets/'));

  it('imports every file once, and the sheets of pages what it leaves out', () => {
    const common = importsOf('client/site.css');
    const ofPages = sheets.flatMap(importsOf);
    assert.equal(new Set(common).size, common.length);
    assert.deepEqual(
      ofPages.filter((file) => common.includes(file)),
      [],
    );
    const entries = ['client/site.css', 'client/fonts.css', ...sheets];
    const sources = [...styles.keys()].filter((file) => !entries.includes(file));
    assert.deepEqual([...new Set([...common, ...ofPages])].sort(), [...sources, 'client/styles/skies.css'].sort());
  });

  /** A source and everything that it imports, lazily or not; the pages behind the table of pages are left out. */
  function withImports(file: string, found = new Set<string>()): Set<string> {
    const code = sources.get(file);
    if (code === undefined || found.has(file) || file === 'client/page-modules.ts') return found;
    found.add(file);
    for (const [, from, lazy] of code.matchAll(/from '([^']+)'|\bimport\('([^']+)'\)/g)) {
      const path = (from ?? lazy ?? '').replace(/^#/, '');
      withImports(path.startsWith('.') ? posix.join(dirname(file), path) : path, found);
    }
    return found;
  }

  /** Classes that a source gives to elements and that have no rules in any of the sheets. */
  function unstyled(source: string, sheetFiles: string[]): string[] {
    const known = new Set(
      sheetFiles.flatMap((file) =>
        rulesOf(styles.get(file) ?? postcss.root()).flatMap((rule) => classesOf(rule.selector)),
      ),
    );
    return [...withImports(source)].flatMap((file) =>
      [...(classesIn.get(file)?.names ?? [])].filter((name) => !known.has(name)).map((name) => `${file}: ${name}`),
    );
  }

  it('of every page has the rules of what is on every page', () => {
    assert.deepEqual(unstyled('client/app.tsx', importsOf('client/site.css')), []);
  });

  it('and the sheet of a page together have the rules of what the page shows', () => {
    const missing = [...sources.keys()]
      .filter((file) => /^client\/pages\/[^/]+\.tsx$/.test(file))
      .flatMap((file) => {
        const sheet = `client/sheets/${basename(file, '.tsx')}.css`;
        return unstyled(file, [...importsOf('client/site.css'), ...importsOf(sheet)]).map(
          (name) => `${sheet}: ${name}`,
        );
      });
    assert.deepEqual(missing, []);
  });

  it('uses only tokens that exist', () => {
    const tokens = new Set<string>(['--sky', '--ground', '--line']);
    for (const sheet of styles.values()) {
      sheet.walkDecls(/^--/, ({ prop }) => void tokens.add(prop));
      sheet.walkAtRules('property', ({ params }) => void tokens.add(params));
    }
    const unknown: string[] = [];
    for (const [file, sheet] of styles)
      sheet.walkDecls(({ value }) => {
        for (const [, token = ''] of value.matchAll(/var\((--[\w-]+)\)/g))
          if (!tokens.has(token)) unknown.push(`${file}: ${token}`);
      });
    assert.deepEqual(unknown, []);
  });
});
