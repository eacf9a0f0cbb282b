import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvoiceRequest, TrialRequest } from '#shared/contracts/activation.ts';
import { check, parse } from '#shared/contracts/check.ts';
import { ContactMessage } from '#shared/contracts/contact.ts';
import { NewComment, NewsItem } from '#shared/contracts/news.ts';
import { goodMessage } from '../../../support/contact.ts';

const purchase = { plan: 'monthly', machine_id: '7F3A', email: 'marta@steppe.example', language: 'en' };

/** Values that JSON can carry and that cannot be converted to a string. */
const unprintable = ['{"toString":1}', '{"valueOf":1,"toString":null}', '[{"toString":{}}]', '{"a":{"toString":""}}'];

describe('a value that cannot be printed', () => {
  for (const json of unprintable) {
    it(`is an error of its field: ${json}`, () => {
      const value: unknown = JSON.parse(json);
      assert.deepEqual(check({ ...goodMessage(), firstName: value }, ContactMessage)[0], { firstName: 'invalid' });
      assert.deepEqual(check({ author: 'Olha', content: value }, NewComment)[0], { content: 'invalid' });
      assert.deepEqual(check({ ...purchase, email: value }, InvoiceRequest)[0], { email: 'invalid' });
      assert.ok(check({ ...purchase, plan: value }, InvoiceRequest)[0]?.['plan']);
      assert.deepEqual(check({ machine_id: value, email: purchase.email }, TrialRequest)[0], { machine_id: 'invalid' });
    });

    it(`is an error where the whole body is meant: ${json}`, () => {
      assert.ok(check(JSON.parse(json), NewComment)[0]);
      assert.throws(() => parse(JSON.parse(json), NewsItem), { name: 'StructError' });
    });
  }
});

describe('a plan of an invoice', () => {
  for (const [plan, errors] of [
    ['monthly', null],
    ['yearly', null],
    ['trial', { plan: 'planRequired' }],
    ['', { plan: 'planRequired' }],
    [null, { plan: 'planRequired' }],
  ] as const) {
    it(`${JSON.stringify(plan)} is ${errors ? 'refused' : 'accepted'}`, () => {
      assert.deepEqual(check({ ...purchase, plan }, InvoiceRequest)[0], errors);
    });
  }
});
