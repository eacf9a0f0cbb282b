import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDate } from '#shared/dates.ts';
import { localized } from '#shared/languages.ts';
import { formatMoney } from '#shared/money.ts';
import { createTextOf } from '#shared/text.ts';
import { bindShortWords } from '#shared/typography.ts';

describe('a text', () => {
  it('is found by its dotted key and filled with values', () => {
    const text = createTextOf<never>({ news: { show: 'Show: {title}', deep: { er: 'x' } } }, 'en', 'news');
    assert.equal(text('show', { title: 'GITL' }), 'Show: GITL');
    assert.equal(text('deep.er'), 'x');
  });

  it('falls back to the key’s default, else to the key, and logs that once', (t) => {
    const warn = t.mock.method(console, 'warn', () => {});
    const text = createTextOf<never>({}, 'en', 'nowhere');
    assert.equal(text('some.key'), 'some.key');
    assert.equal(text('some.key', undefined, { fallback: 'Some default' }), 'Some default');
    assert.equal(warn.mock.callCount(), 1);
  });

  it('keeps a placeholder without a value', () => {
    const text = createTextOf<never>({ a: { b: '{somebody} {nobody}' } }, 'en', 'a');
    assert.equal(text('b', { somebody: 'Olha' }), 'Olha {nobody}');
  });

  it('is never found on the prototype', (t) => {
    t.mock.method(console, 'warn', () => {});
    const text = createTextOf<never>({ a: {} }, 'en', 'a');
    for (const key of ['constructor', '__proto__', 'toString.name']) assert.equal(text(key as never), key);
  });
});

describe('languages', () => {
  it('prefer Ukrainian fields if they exist', () => {
    assert.equal(localized('ua', 'News', 'Новини'), 'Новини');
    assert.equal(localized('ua', 'News', ''), 'News');
    assert.equal(localized('ua', 'News', null), 'News');
    assert.equal(localized('en', 'News', 'Новини'), 'News');
  });

  it('show the day in the office’s time zone, in any zone of the machine', () => {
    assert.equal(formatDate('en', '2025-09-01T22:30:00Z').replaceAll('\u00a0', ' '), '2 September 2025');
    assert.equal(formatDate('ua', '2025-09-01T22:30:00Z').replaceAll('\u00a0', ' '), '2 вересня 2025 р.');
  });

  it('show money in their currency', () => {
    assert.equal(formatMoney('en', 2), 'US$2'.replace('US', ''));
    assert.match(formatMoney('ua', 800), /^800\s₴$/);
  });
});

describe('Ukrainian typography', () => {
  it('keeps short words and dashes off the end of a line', () => {
    assert.equal(
      bindShortWords('У нас і в них є час — на все'),
      'У\u00a0нас і\u00a0в\u00a0них є\u00a0час\u00a0— на\u00a0все',
    );
  });

  it('does not bind an e-mail address to a word of two letters', () => {
    assert.equal(bindShortWords('напишіть на {supportEmail} або на a@b.example, до {day}').includes('на\u00a0'), false);
  });

  it('does not bind a pronoun to the next word', () => {
    assert.equal(bindShortWords('щоб ви до них ішли'), 'щоб ви до\u00a0них ішли');
  });

  it('lets a word of two letters or a conjunction of three end a line before a long word, but no word of one letter', () => {
    assert.equal(
      bindShortWords('до початку із застосунками, для застосунків, від проєкту, з програмами та на складі'),
      'до\u00a0початку із застосунками, для застосунків, від\u00a0проєкту, з\u00a0програмами та\u00a0на\u00a0складі',
    );
  });

  it('binds «не» to a longer word too, unless the two together are as long as a line on a phone', () => {
    const sentence = 'Межі в байтах, сторінки, що не чекають, і кошики, які не перевантажуються.';
    assert.match(bindShortWords(sentence), /не\u00a0чекають.* не перевантажуються/);
  });

  it('binds more words in a title than in a sentence, where room on a phone is left', () => {
    assert.equal(bindShortWords('Розробка на замовлення'), 'Розробка на\u00a0замовлення');
    assert.equal(bindShortWords('Принципи для кожного напряму'), 'Принципи для\u00a0кожного напряму');
    assert.equal(bindShortWords('Кібербезпека та відповідність'), 'Кібербезпека та відповідність');
    assert.equal(bindShortWords('Дані та непередбачуваність'), 'Дані та непередбачуваність');
    const sentence = 'Розробка на замовлення починається з розмови про вашу роботу.';
    assert.ok(bindShortWords(sentence).startsWith('Розробка на замовлення '));
  });

  it('does not leave a short last word of a title alone, unless the word before it is long', () => {
    assert.equal(bindShortWords('Автоматизація на основі ШІ'), 'Автоматизація на\u00a0основі\u00a0ШІ');
    assert.ok(bindShortWords('Автоматизація ШІ').includes(' '));
  });

  it('does not leave a short last word of a longer text alone, unless the word before it is long', () => {
    const end = (text: string) => bindShortWords(`Налаштовуємо доступ за роллю, фіксуємо ${text}`).split(' ').at(-1);
    assert.equal(end('кожен перегляд людини.'), 'перегляд\u00a0людини.');
    assert.equal(end('кожен перегляд сторінки.'), 'сторінки.');
    assert.equal(end('усе за домовленістю людини.'), 'людини.');
    assert.ok(bindShortWords('Сплатіть цього року.').endsWith(' року.'));
  });

  it('keeps a particle with the word before it', () => {
    assert.equal(
      bindShortWords('Що б ви шукали б насамперед, того ж дня?'),
      'Що\u00a0б ви шукали\u00a0б насамперед, того\u00a0ж дня?',
    );
    assert.equal(bindShortWords('Їде, бо жив би далеко'), 'Їде, бо\u00a0жив\u00a0би далеко');
  });

  it('does not break a short compound, and does not change addresses', () => {
    assert.equal(bindShortWords('будь-яку IP-адресу'), 'будь-\u2060яку IP-\u2060адресу');
    assert.equal(bindShortWords('Експрес-замовлення, /case-studies'), 'Експрес-замовлення, /case-studies');
  });
});
