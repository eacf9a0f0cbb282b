import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Email } from '#server/embedded/outbox/compose-email.ts';
import {
  composeReceipt,
  composeRefund,
  composeTrial,
  type PaidFacts,
} from '#server/embedded/licences/licence-emails.ts';
import { texts } from '../../../../support/texts.ts';

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

function checkEmail({ to, text, html }: Email): void {
  assert.equal(to, 'marta@steppe.example');
  for (const words of [text, html]) {
    assert.doesNotMatch(words, /\{\w+\}|undefined|\u00a0/);
    assert.ok(words.includes('support@obrii.example'));
  }
}

describe('the receipt', () => {
  it('contains the amount, the computer, the end of the term and the licence', () => {
    const email = composeReceipt({ texts, language: 'ua' }, facts, licence);
    checkEmail(email);
    assert.equal(email.subject, 'Your GITL licence and receipt');
    assert.match(email.text, /licensed for your computer until 1 March 2027 at 12:00, Kyiv time\./);
    assert.match(
      email.text,
      /Product: GITL licence, Yearly\nMachine identifier: 7F3A <b>&\nAmount: \$20\.00\nPaid on: 1 March 2026[^\n]+\nOrder number: AiqzxVNz4xrPAR5z/,
    );
    assert.ok(email.text.includes(licence.licence));
    assert.ok(email.html.includes(`<pre>${licence.licence}</pre>`));
    assert.ok(email.html.includes('7F3A &lt;b&gt;&amp;'));
    assert.match(email.html, /<html lang="en">/);
    assert.doesNotMatch(email.text, /test/);
  });

  it('is in the language of the page, and in the company’s where that is not known', () => {
    const ukrainian = composeReceipt(
      { texts, language: 'en' },
      { ...facts, language: 'ua', amount: 80_000, ccy: 980 },
      licence,
    );
    checkEmail(ukrainian);
    assert.equal(ukrainian.subject, 'Ваша ліцензія GITL і квитанція');
    assert.match(ukrainian.text, /Сума: 800,00 ₴/);
    assert.match(ukrainian.html, /<html lang="uk">/);
    assert.equal(
      composeReceipt({ texts, language: 'ua' }, { ...facts, language: null }, licence).subject,
      ukrainian.subject,
    );
  });

  it('marks a payment of the sandbox as a test', () => {
    const { text } = composeReceipt({ texts, language: 'en' }, { ...facts, isSandbox: true }, licence);
    assert.match(text, /no money has moved/);
  });

  it('mentions no licence if there is none', () => {
    const email = composeReceipt({ texts, language: 'en' }, { ...facts, plan: null }, null);
    checkEmail(email);
    assert.doesNotMatch(email.text, /BEGIN|until/);
    assert.match(email.text, /Product: GITL\n/);
  });
});

describe('the other e-mails about licences', () => {
  it('report a refund', () => {
    for (const language of ['en', 'ua']) {
      const email = composeRefund({ texts, language: 'en' }, { ...facts, language });
      checkEmail(email);
      assert.ok(email.text.includes(facts.orderId));
      assert.doesNotMatch(email.text, /BEGIN/);
      // GITL checks a licence offline, so its text works until its date.
      assert.match(email.text, language === 'en' ? /the licence [^.]*was revoked\./ : /ліцензію відкликано\./);
    }
  });

  it('name the date of a refund as that of the refund', () => {
    const textIn = (language: string) => composeRefund({ texts, language: 'en' }, { ...facts, language }).text;
    assert.match(textIn('en'), /\nRefunded on: 1 March 2026 at 12:00, Kyiv time\n/);
    assert.doesNotMatch(textIn('en'), /Paid on/);
    assert.match(textIn('ua'), /\nДата повернення грошей: 1 березня 2026 р\. о 12:00 за київським часом\n/);
  });

  it('mark a refund of the sandbox as a test', () => {
    const textOf = (isSandbox: boolean) => composeRefund({ texts, language: 'en' }, { ...facts, isSandbox }).text;
    assert.match(textOf(true), /no money has moved/);
    assert.doesNotMatch(textOf(false), /no money has moved/);
  });

  it('contain the licence of a trial, and repeat nothing that was typed', () => {
    for (const language of ['en', 'ua']) {
      const email = composeTrial({ texts, language: 'en' }, { email: facts.email, language, ...licence });
      checkEmail(email);
      assert.match(
        email.text,
        language === 'en'
          ? /The trial ends on 1 March 2027 at 12:00, Kyiv time\./
          : /Він закінчується 1 березня 2027 р\. о 12:00 за київським часом\./,
      );
      // Another address gets the same end later, so the trial may have begun before.
      assert.doesNotMatch(email.text, /14|begun|почався/);
      assert.ok(email.text.includes(licence.licence));
      assert.doesNotMatch(email.text, /7F3A/);
    }
  });
});
