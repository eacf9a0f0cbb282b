import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bindNumbers, bindShortWords } from '#shared/typography.ts';
import { unbindWords } from '#shared/unbind-words.ts';

const space = '\u00a0';

describe('bindNumbers', () => {
  for (const [title, text, bound] of [
    ['a number and what it counts', '14 днів, 10 MB, 10 800 $', '14_днів, 10_MB, 10_800_$'],
    ['a product', '12 × 1,5 × 600 = 10 800', '12_×_1,5_×_600 =_10_800'],
    ['a quotient', 'тож 4,2 × 250 : 216', 'тож 4,2_×_250_:_216'],
    ['a difference in brackets', '(149 280 − 12 480) × 2,5 + 12 480', '(149_280 −_12_480)_×_2,5 +_12_480'],
    ['a version', 'Since Git 2.35, it can', 'Since Git_2.35, it can'],
    ['the number of a law', '№ 2297-VI', '№_2297-\u2060VI'],
  ] as const)
    it(`binds ${title}`, () => {
      assert.equal(bindNumbers(text).replaceAll(space, '_'), bound);
      assert.equal(unbindWords(bindNumbers(text)), text);
    });

  it('leaves ranges of words and times as they are', () => {
    for (const text of ['Monday: 9 and 10', 'о 9:30 та 10', 'a + b = c']) assert.equal(bindNumbers(text), text);
  });
});

describe('bindShortWords', () => {
  it('binds words of three letters to a word of up to seven, in sentences', () => {
    const sentence = 'Обираємо інструменти для кожної справи, а для документування лишаємо ті, які знаєте.';
    assert.equal(
      bindShortWords(sentence).replaceAll(space, '_'),
      'Обираємо інструменти для_кожної справи, а_для документування лишаємо ті, які_знаєте.',
    );
  });

  it('does not bind a unit to the word after it', () => {
    const bound = bindShortWords(bindNumbers('Канал у 200 кБ за секунду, або 5 і 6 МБ на хвилину, передає все.'));
    assert.equal(bound.replaceAll(space, '_'), 'Канал у_200_кБ за_секунду, або 5 і_6_МБ на_хвилину, передає_все.');
  });

  it('binds a number in words to what it counts, in titles', () => {
    const bind = (text: string) => bindShortWords(text).replaceAll(space, '_');
    assert.equal(bind('Вирішують п’ятдесят разів на день?'), 'Вирішують п’ятдесят_разів на_день?');
    assert.equal(bind('Порт, сорок систем і одна мова'), 'Порт, сорок систем і_одна мова');
    assert.equal(bind('Двадцять два інтегровані застосунки'), 'Двадцять два інтегровані застосунки');
    const sentence = 'Візьмімо для прикладу порт, у якому працюють сорок систем дуже різного віку.';
    assert.equal(bind(sentence), sentence.replace('у якому', 'у_якому').replace('різного віку', 'різного_віку'));
  });
});
