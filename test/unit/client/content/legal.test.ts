import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { legalHtml, legalSections, type LegalArea, type LegalTexts } from '#client/content/legal.ts';

describe('a legal text', () => {
  it('becomes paragraphs where lines are empty and breaks where they are not', () => {
    assert.equal(legalHtml('One\ntwo\n\nThree'), '<p>One<br>two</p><p>Three</p>');
  });

  it('keeps lists as they are, outside of paragraphs', () => {
    assert.equal(
      legalHtml('Before:\n\n<ul><li>a</li></ul>\n\n<ol><li>b</li></ol>\n\nAfter'),
      '<p>Before:</p><ul><li>a</li></ul><ol><li>b</li></ol><p>After</p>',
    );
  });

  it('takes a list out of the paragraph that it follows without an empty line', () => {
    assert.equal(legalHtml('Before:\n<ul><li>a</li></ul>\nAfter'), '<p>Before:</p><ul><li>a</li></ul><p>After</p>');
  });

  it('keeps the HTML inside a paragraph', () => {
    assert.equal(legalHtml('See <a href="/privacy">here</a>.'), '<p>See <a href="/privacy">here</a>.</p>');
  });

  it('makes nothing of nothing', () => {
    assert.equal(legalHtml('\n\n \n\n'), '');
  });

  for (const area of ['terms', 'privacy'] satisfies LegalArea[]) {
    for (const language of ['en', 'ua']) {
      it(`has exactly the sections of ${area} in ${language}, in their order`, async () => {
        const file = new URL(`../../../../locales/${language}/${area}.json`, import.meta.url);
        const { sections } = JSON.parse(await readFile(file, 'utf8')) as LegalTexts;
        assert.deepEqual(
          Object.keys(sections),
          legalSections[area].map(({ id }) => id),
        );
      });
    }
  }
});
