import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { printCsv } from '#server/embedded/desk/csv.ts';

/** Parses the cells of one line as in RFC 4180. */
const readLine = (line: string) =>
  [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'));

it('a table keeps its cells, and no cell begins as a formula', () => {
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\r=1', '＝1', '\u200b=1'])
    assert.equal(printCsv([[formula]]), `"'${formula}"\r\n`);
  assert.equal(
    printCsv([
      ['a"b', 'c,d'],
      ['2026-01-01', '20.00 USD'],
    ]),
    '"a""b","c,d"\r\n"2026-01-01","20.00 USD"\r\n',
  );
  const cell = fc.string().filter((text) => !/[\r\n]/.test(text));
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const read = readLine(printCsv([cells]).slice(0, -2));
      assert.deepEqual(
        read.map((text, at) => (text === cells[at] ? text : text.slice(1))),
        cells,
      );
      for (const text of read) assert.doesNotMatch(text, /^\s*[=+@-]/);
    }),
  );
});
