import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { paymentAddress } from '#shared/payment-address.ts';

const sandbox = 'http://127.0.0.1:4000';

describe('the address of a payment page', () => {
  for (const [given, origin, wanted] of [
    ['https://pay.example/invoice/1?a=b', null, 'https://pay.example/invoice/1?a=b'],
    ['https://pay.example/invoice/1', sandbox, 'https://pay.example/invoice/1'],
    [`${sandbox}/sandbox/pay/abc`, sandbox, '/sandbox/pay/abc'],
    ['/sandbox/pay/abc', sandbox, '/sandbox/pay/abc'],
    ['/sandbox/pay/abc', 'https://obrii.example', '/sandbox/pay/abc'],
    [`${sandbox}/sandbox/pay/abc`, null, null],
    [`${sandbox}/sandbox/pay/../../gitl`, sandbox, null],
    ['http://pay.example/sandbox/pay/1', sandbox, null],
    ['//pay.example/sandbox/pay/1', sandbox, null],
    ['javascript:alert(1)', sandbox, null],
    ['data:text/html,x', null, null],
    ['/checkout?status=success', 'https://obrii.example', null],
    ['not an address', null, null],
    [undefined, sandbox, null],
    [{ href: 'https://pay.example' }, sandbox, null],
  ] as [unknown, string | null, string | null][]) {
    it(`${JSON.stringify(given)} seen from ${origin} is ${wanted}`, () =>
      assert.equal(paymentAddress(given, origin), wanted));
  }
});
