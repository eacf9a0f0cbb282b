import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isEmail } from '#shared/email.ts';

describe('an e-mail address', () => {
  for (const value of [
    'marta@steppe.example',
    'MARTA@STEPPE.EXAMPLE',
    ' a.b+c@d-e.co.ua ',
    "o'neil@x.io",
    'a@xn--80ak6aa92e.com',
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
    `${'a'.repeat(250)}@b.example`,
  ]) {
    it(`is not ${JSON.stringify(value.slice(0, 30))}`, () => assert.equal(isEmail(value), false));
  }
});
