import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { createReportVerifier } from '#server/embedded/payments/signature.ts';
import { fakeMonobank } from '../../../../support/fake-monobank.ts';

/** The example of X-Sign in the provider's documentation. */
const published = {
  key: 'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFQUc1LzZ3NnZubGJZb0ZmRHlYWE4vS29CbVVjTgo3NWJSUWg4MFBhaEdldnJoanFCQnI3OXNSS0JSbnpHODFUZVQ5OEFOakU1c0R3RmZ5Znhub0ZJcmZBPT0KLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg==',
  signature: 'MEUCIQC/mVKhi8FKoayul2Mim3E2oaIOCNJk5dEXxTqbkeJSOQIgOM0hsW0qcP2H8iXy1aQYpmY0SJWEaWur7nQXlKDCFxA=',
  report: {
    invoiceId: 'p2_9ZgpZVsl3',
    status: 'created',
    failureReason: 'string',
    amount: 4200,
    ccy: 980,
    finalAmount: 4200,
    createdDate: '2019-08-24T14:15:22Z',
    modifiedDate: '2019-08-24T14:15:22Z',
    reference: '84d0070ee4e44667b31371d8f8813947',
    cancelList: [
      {
        status: 'processing',
        amount: 4200,
        ccy: 980,
        createdDate: '2019-08-24T14:15:22Z',
        modifiedDate: '2019-08-24T14:15:22Z',
        approvalCode: '662476',
        rrn: '060189181768',
        extRef: '635ace02599849e981b2cd7a65f417fe',
      },
    ],
  },
};

describe('the signature of a report', () => {
  it('is valid in the provider’s published example, and for no other bytes', async () => {
    const body = JSON.stringify(published.report, null, 2);
    const readPublicKey = () => Promise.resolve(Buffer.from(published.key, 'base64').toString());
    const verify = createReportVerifier({ readPublicKey });
    assert.equal(await verify(Buffer.from(body), published.signature), true);
    for (const other of [`${body}\n`, JSON.stringify(published.report), body.replace('4200', '4201'), ''])
      assert.equal(await verify(Buffer.from(other), published.signature), false);
    for (const signature of ['', 'AAAA', 'not base64', published.signature.slice(4)])
      assert.equal(await verify(Buffer.from(body), signature), false);
  });

  it('is checked with a new key of the provider, which forgeries request at most once a minute', async (t) => {
    const bank = await fakeMonobank(t);
    let now = 1_000_000;
    const verify = createReportVerifier({ ...createMonobank(bank), now: () => now });
    const body = Buffer.from('{}');
    const keyCalls = () => bank.calls.filter((path) => path.endsWith('/pubkey')).length;
    assert.equal(await verify(body, bank.sign('{}')), true);
    bank.changeKey();
    assert.equal(await verify(body, bank.sign('{}')), false, 'the key was asked for a moment ago');
    now += 61_000;
    assert.equal(await verify(body, bank.sign('{}')), true);
    assert.equal(keyCalls(), 2);
    const forged = await Promise.all(Array.from({ length: 50 }, () => verify(body, 'forged')));
    assert.ok(forged.every((isRight) => !isRight));
    now += 61_000;
    await Promise.all(Array.from({ length: 50 }, () => verify(body, 'forged')));
    assert.equal(keyCalls(), 3);
  });

  it('is checked with the known key while a forgery makes the provider’s key be fetched in vain', async (t) => {
    const bank = await fakeMonobank(t);
    let now = 1_000_000;
    const verify = createReportVerifier({ ...createMonobank(bank), now: () => now });
    const body = Buffer.from('{}');
    assert.equal(await verify(body, bank.sign('{}')), true);
    bank.intercept = () => ({ status: 500, body: {} });
    now += 61_000;
    const [forged, genuine] = await Promise.allSettled([verify(body, 'forged'), verify(body, bank.sign('{}'))]);
    assert.equal(forged.status, 'rejected', 'the provider may have replaced its key');
    assert.deepEqual(genuine, { status: 'fulfilled', value: true });
    assert.equal(await verify(body, bank.sign('{}')), true);
  });

  it('cannot be checked while the provider does not answer, and can be checked after that', async (t) => {
    const bank = await fakeMonobank(t);
    let now = 1_000_000;
    const verify = createReportVerifier({ ...createMonobank(bank), now: () => now });
    bank.intercept = () => ({ status: 500, body: {} });
    await assert.rejects(verify(Buffer.from('{}'), bank.sign('{}')), /answered 500/);
    await assert.rejects(verify(Buffer.from('{}'), bank.sign('{}')), /a moment ago/);
    assert.equal(bank.calls.length, 1);
    bank.intercept = null;
    now += 5000;
    assert.equal(await verify(Buffer.from('{}'), bank.sign('{}')), true);
  });
});
