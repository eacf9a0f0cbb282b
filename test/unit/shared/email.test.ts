import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanEmail, isEmail } from '#shared/email.ts';

describe('an e-mail address', () => {
  for (const value of [
    'marta@steppe.example',
    'MARTA@STEPPE.EXAMPLE',
    ' a.b+c@d-e.co.ua ',
    "o'neil@x.io",
    'a@xn--80ak6aa92e.com',
    // Pasted from pages and messages: a zero-width space, marks of direction, a non-breaking space, a byte order mark.
    '\u200bmarta@steppe.example',
    '\u202amarta@steppe.example\u202c',
    '\u00a0\u2068marta@steppe.example\u2069\u00a0',
    'marta@\u200bsteppe.exam\u00adple\ufeff',
  ]) {
    it(`is ${JSON.stringify(value)}`, () => assert.equal(isEmail(value), true));
  }
  for (const value of [
    '',
    ' ',
    'marta',
    'marta@',
    '@steppe.example',
    'marta@steppe',
    'a@b@c.example',
    'a b@c.example',
    'a@-b.example',
    'a@b..example',
    'a@b.example\nx',
    'marta@steppe\u00a0.example',
    '\u212a@steppe.example',
    '\u200b',
    `${'a'.repeat(250)}@b.example`,
  ]) {
    it(`is not ${JSON.stringify(value.slice(0, 30))}`, () => assert.equal(isEmail(value), false));
  }

  it('is used without the invisible characters with which it was pasted', () => {
    assert.equal(cleanEmail('\u00a0\u2068Marta@\u200bsteppe.example\u2069\n'), 'Marta@steppe.example');
  });
});
