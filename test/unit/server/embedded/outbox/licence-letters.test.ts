import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Letter } from '#server/embedded/outbox/letters.ts';
import {
  composeReceipt,
  composeRefund,
  composeTrial,
  type PaidFacts,
} from '#server/embedded/outbox/licence-letters.ts';
import { readTexts } from '#server/texts.ts';

const texts = await readTexts(join(import.meta.dirname, '../../../../../locales'));

const facts: PaidFacts = {
  orderId: 'AiqzxVNz4xrPAR5z',
  plan: 'yearly',
  machineId: '7F3A <b>&',
  email: 'marta@steppe.example',
  language: 'en',
  amount: 2000,
  ccy: 840,
  date: new Date('2026-03-01T10:00:00Z'),
  isSandbox: false,
};
const licence = {
  licence: '-----BEGIN GITL LICENCE-----\nAAAA\n-----END GITL LICENCE-----',
  expires: '2027-03-01T10:00:00.000Z',
};

function checkLetter({ to, text, html }: Letter): void {
  assert.equal(to, 'marta@steppe.example');
  for (const words of [text, html]) {
    assert.doesNotMatch(words, /\{\w+\}|undefined|\u00a0/);
    assert.ok(words.includes('support@obrii.example'));
  }
}

describe('the receipt', () => {
  it('says what was paid, for which computer and until when, and has the licence', () => {
    const letter = composeReceipt(texts, 'ua', facts, licence);
    checkLetter(letter);
    assert.equal(letter.subject, 'Your GITL licence and receipt');
    assert.match(letter.text, /licensed for your computer until 1 March 2027/);
    assert.match(
      letter.text,
      /Product: GITL licence, Yearly\nMachine identifier: 7F3A <b>&\nAmount: \$20\.00\nPaid: 1 March 2026[^\n]+\nOrder number: AiqzxVNz4xrPAR5z/,
    );
    assert.ok(letter.text.includes(licence.licence));
    assert.ok(letter.html.includes(`<pre>${licence.licence}</pre>`));
    assert.ok(letter.html.includes('7F3A &lt;b&gt;&amp;'));
    assert.match(letter.html, /<html lang="en">/);
    assert.doesNotMatch(letter.text, /test/);
  });

  it('is in the language of the page, and in the company’s where that is not known', () => {
    const ukrainian = composeReceipt(texts, 'en', { ...facts, language: 'ua', amount: 80_000, ccy: 980 }, licence);
    checkLetter(ukrainian);
    assert.equal(ukrainian.subject, 'Ваша ліцензія GITL і квитанція');
    assert.match(ukrainian.text, /Сума: 800,00 ₴/);
    assert.match(ukrainian.html, /<html lang="uk">/);
    assert.equal(composeReceipt(texts, 'ua', { ...facts, language: null }, licence).subject, ukrainian.subject);
  });

  it('says of a pretended payment that it was one', () => {
    const { text } = composeReceipt(texts, 'en', { ...facts, isSandbox: true }, licence);
    assert.match(text, /no money has moved/);
  });

  it('promises no licence where there is none', () => {
    const letter = composeReceipt(texts, 'en', { ...facts, plan: null }, null);
    checkLetter(letter);
    assert.doesNotMatch(letter.text, /BEGIN|until/);
    assert.match(letter.text, /Product: GITL\n/);
  });
});

describe('the other letters about licences', () => {
  it('tell that a payment was returned', () => {
    for (const language of ['en', 'ua']) {
      const letter = composeRefund(texts, 'en', { ...facts, language });
      checkLetter(letter);
      assert.ok(letter.text.includes(facts.orderId));
      assert.doesNotMatch(letter.text, /BEGIN/);
    }
  });

  it('bring the licence of a trial, and repeat nothing that was typed', () => {
    for (const language of ['en', 'ua']) {
      const letter = composeTrial(texts, 'en', { email: facts.email, language, ...licence });
      checkLetter(letter);
      assert.match(
        letter.text,
        language === 'en' ? /lasts 14 days, until 1 March 2027/ : /триває 14 днів, до 1 березня 2027/,
      );
      assert.ok(letter.text.includes(licence.licence));
      assert.doesNotMatch(letter.text, /7F3A/);
    }
  });
});
