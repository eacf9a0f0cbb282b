import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { paymentModeOf, takesPayments } from '#server/config/payment-mode.ts';

const https = { PUBLIC_URL: 'https://www.example.com' };

describe('payments', () => {
  it('are simulated on a site that is not public, and off on a public site', () => {
    assert.equal(paymentModeOf(readConfig({})), 'sandbox');
    assert.equal(paymentModeOf(readConfig(https)), 'off');
  });

  it('are set by the operator on any site', () => {
    assert.equal(paymentModeOf(readConfig({ ...https, PAYMENTS: 'sandbox' })), 'sandbox');
    assert.equal(paymentModeOf(readConfig({ PAYMENTS: 'off' })), 'off');
    assert.throws(() => readConfig({ PAYMENTS: 'paypal' }), ConfigError);
  });

  it('are on with a hosted backend, which itself may refuse them', () => {
    assert.equal(takesPayments(readConfig({ ...https, BACKEND_URL: 'https://backend.example.com' })), true);
    assert.equal(takesPayments(readConfig(https)), false);
  });
});
