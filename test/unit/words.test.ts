import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { attachmentBytes } from '#shared/contact-limits.ts';
import { llmPhases } from '#shared/estimates.ts';
import { languageNames, type Language } from '#shared/languages.ts';
import { licenceTerms } from '#shared/licence-terms.ts';
import { htmlToText } from '#shared/plain-text.ts';
import { invoiceValiditySeconds } from '#shared/plans.ts';
import { policyValues } from '#shared/policy.ts';
import { companyDetails } from '#shared/company.ts';
import { sessionMs } from '#server/embedded/desk/sessions.ts';
import { seedItems } from '#server/embedded/storage/news-seed.ts';
import { readTexts, type TextStore } from '#server/lib/texts.ts';
import { readAreas } from '../support/locales.ts';
import { articles, leaves, written, type Words } from '../support/words.ts';

/** Lawyers repeat themselves on purpose, and their negations are exact. */
const isLegal = ({ place }: Words) => /^(terms|privacy)\./.test(place);
const wordsOf = (text: string) =>
  htmlToText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}’'{}]+/gu) ?? [];

/** Returns the places of each run of `length` words. */
function runs(texts: Words[], length: number): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const { place, text } of texts) {
    const words = wordsOf(text);
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      places.set(run, (places.get(run) ?? new Set()).add(place));
    }
  }
  return places;
}

const repeated = (texts: Words[], length: number) =>
  [...runs(texts, length)].filter(([, places]) => places.size > 1).map(([run, places]) => [run, ...places].join(' | '));

const count = (texts: Words[], pattern: RegExp) =>
  texts.flatMap(({ place, text }) => (htmlToText(text).match(pattern) ?? []).map((found) => `${place}: ${found}`));

describe('a fact', () => {
  // Facts that `policyValues` holds; a literal one would have to be changed in two places.
  const literal: Record<string, RegExp> = {
    'an e-mail address': new RegExp(companyDetails.domain.replace('.', '\\.'), 'i'),
    'a price': /[$₴€]\s?\d|\d\s?(?:[$₴€]|USD|UAH|грн)/,
    'the time of a reply':
      /one working day|five working days|thirty calendar days|одного робочого дня|п’яти робочих днів|тридцяти календарних днів/i,
    'the length of the trial or of a refund': /\b14 days|fourteen days|\b14 днів|чотирнадцят\p{L}+ днів/iu,
    'the size of an attachment': /\b10 (?:MB|МБ)/,
    'the working hours': /9:00|18:00|Monday to Friday|Понеділок–/i,
    'the address of the office': /Horyzontna|Горизонтн/i,
    'the date of a legal text': /\b\d\d? (?:November 2026|листопада 2026)/,
    'the validity of an invoice': /\bone hour\b|однієї години|протягом години/,
    'the length of hiring': /\bthree weeks\b|трьох тижнів/,
    'the time of a link or of a pause at the desk': /quarter of an hour|чверт\p{L} години/u,
    'a session of the desk': /twelve hours|дванадцят\p{L} годин/u,
    'the systems of GITL': /Windows \d|macOS|Ubuntu|Git \d/,
  };
  for (const [fact, pattern] of Object.entries(literal)) {
    it(`such as ${fact} is written in one place`, () => {
      for (const language of languageNames) {
        const found = written(language).filter(({ text }) => pattern.test(text));
        assert.deepEqual(
          found.map(({ place }) => `${language} ${place}`),
          [],
        );
      }
    });
  }

  it('has a value for every placeholder that the policy names', () => {
    for (const language of languageNames) {
      const all = written(language)
        .map(({ text }) => text)
        .join('\n');
      for (const name of Object.keys(policyValues(language)))
        assert.ok(all.includes(`{${name}}`), `${language} ${name}`);
      for (const value of Object.values(policyValues(language))) assert.notEqual(value, '');
    }
  });

  it('is the one that the code uses', () => {
    const values = policyValues('en');
    assert.equal(values['invoicePeriod'], 'one hour');
    assert.equal(invoiceValiditySeconds, 3600);
    assert.equal(values['deskSession'], 'twelve hours');
    assert.equal(sessionMs, 12 * 3_600_000);
    assert.equal(values['attachmentSize'], `${attachmentBytes / 1024 ** 2} MB`);
    assert.equal(values['trialPeriod'], `${licenceTerms.trial.days} days`);
  });

  it('such as the length of a kind of work is written in one place', () => {
    for (const language of languageNames) {
      // The phases of LLM work are compared with their source below.
      const found = written(language).filter(
        ({ place, text }) =>
          !place.startsWith('llm-development.steps.') && /\d[–-]\d+ (?:weeks|months|тиж|міс)/.test(text),
      );
      assert.deepEqual(found, []);
    }
  });

  it('about the length of LLM work is the sum of its phases', () => {
    const sum = (end: 0 | 1) => llmPhases.reduce((total, phase) => total + phase[end], 0);
    for (const language of languageNames) {
      const { steps } = readAreas(language)['llm-development'] as {
        steps: { items: Record<string, { duration: string }> };
      };
      const durations = Object.values(steps.items).flatMap(({ duration }) => {
        const [, from, to] = /^(\d+)–(\d+)/.exec(duration) ?? [];
        return from && to ? [[Number(from), Number(to)]] : [];
      });
      assert.deepEqual(durations, llmPhases);
      assert.match(
        (policyValues(language)['modelTerm'] ?? '').replace('\u2060', ''),
        new RegExp(`^${sum(0)}–${sum(1)}`),
      );
    }
  });
});

describe('the texts', () => {
  for (const language of languageNames) {
    const texts = [...written(language), ...articles(language)];

    it(`in ${language} say nothing of more than 20 words twice`, () => {
      assert.deepEqual(repeated(texts, 21), []);
    });

    it(`in ${language} have leads and search results that do not repeat a card or each other`, () => {
      const heads = written(language).filter(({ place }) =>
        /^seo\.|\.lead$|^services\.items|^(our-)?products\.items/.test(place),
      );
      assert.deepEqual(repeated(heads, 8), []);
    });

    it(`in ${language} have typographic quotes, in articles too`, () => {
      for (const { place, text } of articles(language)) {
        const prose = text.replace(/<(pre|code)>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '');
        assert.doesNotMatch(prose, /["']|\.\.\.| - /, place);
      }
    });
  }
});

describe('a phrase that is tiring when it is repeated', () => {
  const limits: [Language, string, RegExp, number][] = [
    ['en', 'X, not Y', /, not (?!only)(?=\S)/g, 2],
    ['en', 'nobody', /\b(?:nobody|no one)\b/gi, 3],
    ['ua', '«, а не»', /, а не(?=\s)/g, 2],
    ['ua', '«ніхто»', /(?<!\p{L})ніхто(?!\p{L})/giu, 4],
    ['ua', '«тримає»', /(?<!\p{L})трима(?:є|ють)(?!\p{L})/giu, 3],
  ];
  for (const [language, name, pattern, limit] of limits) {
    it(`is rare: ${name}`, () => {
      const free = [...written(language), ...articles(language)].filter((words) => !isLegal(words));
      const found = count(free, pattern);
      assert.ok(found.length <= limit, `${found.length}, ${limit} at most:\n${found.join('\n')}`);
    });
  }

  it('is rare: a heading that begins with a number', () => {
    const starts = {
      en: /^(?:One|Two|Three|Four|Five|Six|Seven|Ten)\b/,
      ua: /^(?:Один|Одна|Дв[аі]|Три|Чотири|П’ять|Шість|Сім|Десять)(?!\p{L})/u,
    };
    for (const language of languageNames) {
      const titles = written(language).filter(
        ({ place }) => /\.(?:title|line\d)$/.test(place) && !place.includes('.items.'),
      );
      const found = titles
        .filter(({ text }) => starts[language].test(text))
        .map(({ place, text }) => `${place}: ${text}`);
      assert.ok(found.length <= 3, found.join('\n'));
    }
  });
});

describe('a number', () => {
  let store: TextStore;
  before(async () => {
    store = await readTexts(join(import.meta.dirname, '../../locales'));
  });

  it('stays on the line of what it counts', () => {
    for (const language of languageNames) {
      for (const area of Object.keys(readAreas(language))) {
        for (const { place, text } of leaves(store.area(language, area), area)) {
          const loose =
            /\d (?:\d{3}(?!\d)|days|weeks|months|years|hours|minutes|MB|МБ|дн|тиж|міс|рок|годин|хвилин|літер|символ)|№ /.exec(
              text,
            );
          assert.equal(loose, null, `${language} ${place}: ${text.slice(loose?.index, (loose?.index ?? 0) + 20)}`);
        }
      }
    }
  });
});

describe('a date', () => {
  it('ends with «р.» in Ukrainian, so that no second full stop follows', () => {
    // In e-mails a time follows the date.
    const texts = written('ua').filter(({ place }) => !place.startsWith('mail.'));
    const doubled = texts.filter(({ text }) => /\{(?:date|legalUpdated|accessibilityPrepared)\}\./.test(text));
    assert.deepEqual(doubled, []);
    assert.match(policyValues('ua')['legalUpdated'] ?? '', /р\.$/);
  });
});

describe('the news that come with the site', () => {
  const now = Date.now();
  it('are never dated in the future', () => {
    for (const { slug, date } of seedItems) assert.ok(Date.parse(date) < now, slug);
  });

  it('have an author, and at least three articles of 600 words in both languages', () => {
    for (const { slug, author, author_uk } of seedItems) assert.ok(author && author_uk, slug);
    for (const language of languageNames) {
      const long = articles(language).filter(
        ({ place, text }) => place.endsWith('.content') && wordsOf(text).length >= 600,
      );
      assert.ok(long.length >= 3, `${language}: ${long.length}`);
    }
  });
});
