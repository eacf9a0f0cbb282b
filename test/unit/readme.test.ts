import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', '{.github,client,server,shared,test}/**/*.md'], { cwd: root });

const { dependencies, devDependencies, optionalDependencies, scripts } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'scripts',
  Record<string, string>
>;

/** As GitHub makes anchors of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe('the README', () => {
  it('is at most two screens, apart from the table of packages', () => {
    const lines = read('README.md')
      .replace(/<details>[^]*<\/details>/, '')
      .split('\n');
    assert.ok(lines.length <= 95, `${lines.length} lines`);
  });

  it('gives a reason for each package', () => {
    const table = /<details>([^]*)<\/details>/.exec(read('README.md'))?.[1] ?? '';
    const isTypes = (name: string) => name.startsWith('@types/');
    for (const name of Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      if (!isTypes(name)) assert.ok(table.includes(`\`${name}\``), name);
    for (const [, name = ''] of table.matchAll(/^\| `([^`]+)` /gm))
      assert.ok(name in { ...dependencies, ...devDependencies, ...optionalDependencies }, `${name} is not installed`);
  });

  it('and the documents for contributors name only files and folders that exist', () => {
    const example = /partners/;
    const texts = ['README.md', 'shared/README.md', '.github/CONTRIBUTING.md'].map(read).join('\n');
    const paths = [...texts.matchAll(/`((?:client|server|shared|locales|static|test|\.github)\/[\w./*-]*)`/g)];
    assert.ok(paths.length > 40);
    for (const [, path = ''] of paths)
      if (!example.test(path)) assert.ok(globSync(path.replace(/\/$/, ''), { cwd: root }).length > 0, path);
  });
});

describe('the documents', () => {
  for (const file of documents) {
    it(`${file} links to files and headings that exist`, () => {
      for (const [, target = ''] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [path = '', anchor] = target.split('#');
        const linked = path ? join(dirname(file), path) : file;
        assert.ok(existsSync(join(root, linked)), `${file}: ${target}`);
        if (anchor) assert.ok(anchorsOf(linked).includes(anchor), `${file}: ${target}`);
      }
    });

    it(`${file} names scripts that exist`, () => {
      for (const [, name = ''] of read(file).matchAll(/npm run ([\w:]+)/g)) assert.ok(name in scripts, name);
    });
  }
});
