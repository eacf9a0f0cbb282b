import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { issueTrialLicence } from '#server/embedded/licences/licences.ts';
import { endOfTerm } from '#shared/licence-terms.ts';
import { openDesk } from '../../support/desk.ts';
import { addPaidOrder, licenceKeys } from '../../support/orders.ts';
import { until } from '../../support/until.ts';

const buyer = 'marta@steppe.example';

/** Starts a desk with two paid licences of the computer OLD-1, one of the computer TAKEN-2, a trial, and a user. */
async function open(t: TestContext) {
  const desk = await openDesk(t);
  await desk.storage.write(async (database) => {
    await addPaidOrder(database, { id: 'order-1', email: buyer, machine: 'OLD-1' });
    await addPaidOrder(database, { id: 'order-2', email: buyer, machine: 'OLD-1' });
    await addPaidOrder(database, { id: 'order-3', email: 'ivan@steppe.example', machine: 'TAKEN-2' });
    const trial = { machineId: 'TRIAL-3', email: 'olha@steppe.example', language: 'ua' } as const;
    await issueTrialLicence(database, licenceKeys, trial, new Date());
  });
  return {
    ...desk,
    move: (id: number, machine: string, from = 'OLD-1') => desk.act(`/desk/licences/${id}/move`, { from, machine }),
    licences: () =>
      desk.storage.read((database) => database.selectFrom('licences').selectAll().orderBy('id').execute()),
    /** The e-mails to the buyer after the two receipts. */
    emails: async () => (await desk.emailsTo(buyer)).slice(2),
  };
}

/** The payload of a licence in a text. */
function payloadIn(text: string): Record<string, unknown> {
  const [, body = ''] = /-----BEGIN GITL LICENCE-----([^-]*)-----END/.exec(text) ?? [];
  return JSON.parse(Buffer.from(body.split('.')[0] ?? '', 'base64').toString()) as Record<string, unknown>;
}

describe('a licence that is moved to another computer', () => {
  it('keeps its end, with all paid licences of its computer, and its buyer gets the new texts', async (t) => {
    const { move, read, licences, emails } = await open(t);
    const before = await licences();
    const answers = await Promise.all([move(1, ' NEW-7 '), move(1, 'NEW-7')]);
    for (const answer of answers) {
      assert.equal(answer.status, 303);
      assert.equal(answer.headers.get('location'), '/desk/orders/order-1');
    }
    const after = await licences();
    assert.deepEqual(
      after.map(({ machine_id }) => machine_id),
      ['NEW-7', 'NEW-7', 'TAKEN-2', 'TRIAL-3'],
    );
    for (const [position, { licence, expires, plan }] of after.slice(0, 2).entries()) {
      assert.equal(expires, before[position]?.expires);
      const { machine, expires: signedEnd, plan: signedPlan } = payloadIn(licence);
      assert.deepEqual([machine, signedEnd, signedPlan], ['NEW-7', expires, plan]);
    }
    const sent = await emails();
    assert.deepEqual(
      sent.map(({ subject }) => subject),
      Array<string>(2).fill('Your GITL licence for another computer'),
    );
    assert.deepEqual(
      sent.map(({ text }) => payloadIn(text)),
      after.slice(0, 2).map(({ licence }) => payloadIn(licence)),
    );
    assert.match(sent[0]?.text ?? '', /NEW-7/);
    assert.match(await read('/desk/orders/order-1'), /NEW-7.*Licence moved.*Your GITL licence for another computer/s);
    assert.match(
      await read('/desk/orders/order-1'),
      /OLD-1.*NEW-7/s,
      'what was ordered, and the computer of the licence',
    );
    const late = await move(1, 'OTHER-8');
    assert.equal(late.status, 409, 'the page of another member of the staff, who has not seen the move');
    assert.match(await late.text(), /Somebody has moved this licence/);
    for (const search of ['old-1', 'new-7']) {
      const list = await read(`/desk/orders?q=${search}`);
      assert.match(list, /order-2.*NEW-7.*order-1.*NEW-7|order-1.*NEW-7.*order-2.*NEW-7/s, search);
      assert.doesNotMatch(list, /order-3/);
    }
  });

  it('begins earlier when an order is refunded whose licence was revoked before', async (t) => {
    const { move, act, licences, emails } = await open(t);
    await act('/desk/licences/1/revoke');
    await move(2, 'NEW-7');
    const [, before] = await licences();
    await act('/desk/orders/order-1/refund');
    await until('it begins earlier', async () => ((await licences())[1]?.expires ?? '') < (before?.expires ?? ''));
    const refund = (await emails()).find(({ subject }) => subject.includes('refund'));
    assert.match(refund?.text ?? '', /NEW-7/, 'the computer to which the revoked licence was moved, too');
  });

  it('follows a licence that its buyer has for the other computer, and begins earlier when that one is refunded', async (t) => {
    const { storage, move, act, licences } = await open(t);
    await storage.write((database) => addPaidOrder(database, { id: 'order-4', email: buyer, machine: 'RIGHT-4' }));
    const end = async (position: number) => Date.parse((await licences())[position]?.expires ?? '');
    const [first, second, right] = [await end(0), await end(1), await end(4)];
    const movedAt = Date.now();
    await move(1, 'RIGHT-4');
    const added = (await end(0)) - first;
    assert.ok(Math.abs(added - (right - movedAt)) < 60_000, 'its days follow the year of the other one');
    assert.equal(await end(1), endOfTerm('yearly', new Date(await end(0))).getTime(), 'and then a whole year');
    await act('/desk/orders/order-4/refund');
    await until('both begin earlier', async () => (await end(0)) - first < 60_000 && (await end(1)) - second < 60_000);
  });

  it('is refused where another buyer has a licence, for a trial, after its end and without an identifier', async (t) => {
    const { move, read, licences, emails } = await open(t);
    const before = await licences();
    const refusals: [id: number, machine: string, reason: RegExp][] = [
      [1, 'TAKEN-2', /has a paid licence of another buyer/],
      [1, '', /not a machine identifier/],
      [1, 'a\u202eb', /not a machine identifier/],
      [4, 'NEW-7', /was revoked or has ended/],
    ];
    for (const [id, machine, reason] of refusals) {
      const answer = await move(id, machine);
      assert.equal(answer.status, 409, machine);
      assert.match(await answer.text(), reason);
    }
    assert.equal((await move(77, 'NEW-7')).status, 404);
    assert.deepEqual(await licences(), before);
    assert.deepEqual(await emails(), []);
    assert.match(await read('/desk/orders/order-1'), /Move to another computer/);
    assert.doesNotMatch(await read('/desk/licences/4'), /Move to another computer/);
  });
});
