import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TextTree } from '#shared/text.ts';
import { textAreas } from '#client/page-texts.ts';
import { allRoutes } from '#client/routes.ts';

const folder = join(import.meta.dirname, '../../locales');

/** Translation areas that must exist, whatever else is added; `extension` has the texts of the GITL product. */
const areas = [
  'about',
  'ai-automation',
  'api-systems-integration',
  'careers',
  'case-studies',
  'checkout',
  'cloud-devops-platform-engineering',
  'contacts',
  'custom-software',
  'cybersecurity-compliance-engineering',
  'data-engineering',
  'details',
  'extension',
  'features',
  'footer',
  'gitl',
  'hero',
  'llm-development',
  'ml-integration',
  'navbar',
  'news',
  'our-products',
  'privacy',
  'process',
  'products',
  'projects',
  'seo',
  'services',
  'team',
  'terms',
];

function read(language: string, area: string): Map<string, string> {
  const texts = new Map<string, string>();
  const walk = (tree: TextTree, path: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') texts.set(path + key, value);
      else walk(value, `${path}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(join(folder, language, `${area}.json`), 'utf8')) as TextTree, '');
  return texts;
}

const files = (language: string) =>
  readdirSync(join(folder, language))
    .map((file) => file.replace('.json', ''))
    .sort();
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

/** Proper names, codes and numbers: the same in every language. */
const names =
  /^(GITL|LinkedIn|Visa|Mastercard|PCI DSS|Git|API|LLM|Python|404|500|main|feature\/\S+|Obrii|\{\w+\}([.:, ]*\{\w+\})*|PDF|FAQ|RSS|JSON Feed|[A-Z][\w.+#/ -]*JS|SaaS|IoT|DevOps|SQL)$/;

describe('texts', () => {
  it('are one file for each area, with every required area, in both languages', () => {
    assert.deepEqual(files('en'), files('ua'));
    for (const area of areas) assert.ok(files('en').includes(area), area);
  });

  it('of every page exist', () => {
    for (const { name } of allRoutes()) {
      for (const area of textAreas(name)) assert.ok(files('en').includes(area), `${name} needs ${area}`);
    }
  });

  for (const area of files('en')) {
    describe(area, () => {
      const [english, ukrainian] = [read('en', area), read('ua', area)];

      it('has the same keys in both languages', () => {
        assert.deepEqual([...ukrainian.keys()], [...english.keys()]);
      });

      it('has no empty text', () => {
        for (const [key, text] of [...english, ...ukrainian]) assert.notEqual(text.trim(), '', key);
      });

      it('has the same placeholders in both languages', () => {
        for (const [key, text] of english)
          assert.deepEqual(placeholders(ukrainian.get(key) ?? ''), placeholders(text), key);
      });

      it('has no English text in the Ukrainian file', () => {
        for (const [key, text] of ukrainian) {
          if (area === 'navbar' && key === 'toggle') continue; // named in the other language on purpose
          assert.ok(/[а-яіїєґ]/i.test(text) || names.test(text), `${key}: ${text}`);
        }
      });

      it('has typographic quotes and apostrophes', () => {
        for (const [key, text] of [...english, ...ukrainian]) {
          assert.doesNotMatch(text.replace(/<[^>]*>/g, ''), /["']|\.\.\.| - /, key);
        }
      });
    });
  }
});
