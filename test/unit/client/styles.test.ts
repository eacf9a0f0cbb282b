import assert from 'node:assert/strict';
import { basename, dirname, posix } from 'node:path';
import { describe, it } from 'node:test';
import postcss from 'postcss';
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
} from '../../support/style-sources.ts';

describe('a colour', () => {
  it('stands in tokens.css alone', () => {
    const raw: string[] = [];
    for (const [file, sheet] of styles) {
      if (file === 'client/styles/tokens.css') continue;
      sheet.walkDecls((declaration) => {
        for (const colour of rawColours(declaration)) raw.push(`${file}: ${declaration.prop} ${colour}`);
      });
    }
    assert.deepEqual(raw, []);
  });

  it('is found in every notation, and a keyword is none', () => {
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

/** Whether a file has the name of a block, in singular or plural, or of a component that uses the block. */
function isHome(file: string, block: string): boolean {
  const name = basename(file, '.css');
  if (block === name || block === `${name}s` || `${block}s` === name) return true;
  const component = `${dirname(file)}/${name}`;
  return [...classesIn].some(
    ([source, { names }]) =>
      (source === `${component}.tsx` || source.startsWith(`${component}/`)) &&
      [...names].some((used) => blockOf(used) === block),
  );
}

describe('a block', () => {
  it('has its rules in the file with its name, or with the name of its component', () => {
    const strays: string[] = [];
    for (const [file, sheet] of styles) {
      if (!/^client\/(components|layout|pages)\//.test(file)) continue;
      for (const rule of rulesOf(sheet)) {
        if (rule.parent?.type === 'rule') continue;
        const blocks = [...new Set(classesOf(rule.selector).map(blockOf))];
        if (blocks.length > 0 && !blocks.some((block) => isHome(file, block))) strays.push(`${file}: ${rule.selector}`);
      }
    }
    // What several cards share, and what the buttons of films and carousels share.
    const shared = ['client/components/card.css', 'client/components/pause.css'];
    assert.deepEqual(
      strays.filter((stray) => !shared.some((file) => stray.startsWith(file))),
      [],
    );
  });

  it('has one file', () => {
    const files = new Map<string, Set<string>>();
    for (const [file, sheet] of styles) {
      if (!/^client\/(components|layout|pages)\//.test(file)) continue;
      for (const rule of rulesOf(sheet)) {
        const [first = '', ...others] = rule.selectors;
        const [only, ...further] = classesOf(first);
        if (rule.parent?.type === 'rule' || others.length > 0 || !only || further.length > 0 || first.includes(':is'))
          continue;
        const block = blockOf(only);
        files.set(block, (files.get(block) ?? new Set()).add(file));
      }
    }
    const several = [...files]
      .filter(([, homes]) => homes.size > 1)
      .map(([block, homes]) => `${block}: ${[...homes].join(', ')}`);
    assert.deepEqual(several, []);
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
    for (const sheet of styles.values()) sheet.walkDecls(/^--/, ({ prop }) => void tokens.add(prop));
    const unknown: string[] = [];
    for (const [file, sheet] of styles)
      sheet.walkDecls(({ value }) => {
        for (const [, token = ''] of value.matchAll(/var\((--[\w-]+)\)/g))
          if (!tokens.has(token)) unknown.push(`${file}: ${token}`);
      });
    assert.deepEqual(unknown, []);
  });
});
