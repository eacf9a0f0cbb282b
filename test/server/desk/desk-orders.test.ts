import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { issueTrialLicence } from '#server/embedded/licences/licences.ts';
import type { Email } from '#server/embedded/outbox/compose-email.ts';
import { addRefund, refundEvent } from '#server/embedded/outbox/outbox.ts';
import { openDesk } from '../../support/desk.ts';
import { addPaidOrder, licenceKeys } from '../../support/orders.ts';
import { shown } from '../../support/posts.ts';
import { until } from '../../support/until.ts';

const buyer = 'marta@steppe.example';

/** Starts a desk with one paid order, one trial and a signed-in user. */
async function open(t: TestContext) {
  const desk = await openDesk(t);
  const { act, headers } = desk;
  const trialOf = { machineId: 'T-1', email: 'ivan@steppe.example', language: 'ua' } as const;
  await desk.storage.write(async (database) => {
    await addPaidOrder(database, { id: 'order-1', email: buyer, machine: '7F3A_91' });
    const date = new Date().toISOString();
    await database.insertInto('trials').values({ machine_id: 'T-1', email: trialOf.email, date }).execute();
    await issueTrialLicence(database, licenceKeys, trialOf, new Date());
  });
  return {
    ...desk,
    /** Posts an action and returns the page to which it redirects. */
    async actAndRead(path: string) {
      const answer = await act(path);
      assert.equal(answer.status, 303, path);
      return shown(await (await desk.get(answer.headers.get('location') ?? '', { headers })).text());
    },
    entries: async () =>
      desk.storage.read((database) =>
        database.selectFrom('desk_acts').select(['act', 'subject']).where('act', '<>', 'sign-in').execute(),
      ),
  };
}

it('the page of an order warns of a later licence, whose text stays usable after a refund of this order', async (t) => {
  const { storage, read } = await open(t);
  assert.doesNotMatch(await read('/desk/orders/order-1'), /Another licence for this computer/);
  await storage.write((database) => addPaidOrder(database, { id: 'order-2', email: buyer, machine: '7F3A_91' }));
  const first = await read('/desk/orders/order-1');
  assert.match(
    first,
    /Another licence for this computer begins after this one ends\.[\s\S]*href="\/desk\/orders\/order-2"/,
  );
  assert.doesNotMatch(await read('/desk/orders/order-2'), /Another licence for this computer/);
});

it('the page of an order has no link to one that it replaced and that is deleted', async (t) => {
  const { storage, read } = await open(t);
  const setFollows = (follows: string) =>
    storage.write((database) =>
      database.updateTable('invoices').set({ follows }).where('id', '=', 'order-1').execute(),
    );
  await storage.write((database) => addPaidOrder(database, { id: 'order-0', email: buyer, machine: 'M' }));
  await setFollows('order-0');
  assert.match(await read('/desk/orders/order-1'), /href="\/desk\/orders\/order-0"/);
  await setFollows('deleted');
  assert.doesNotMatch(await read('/desk/orders/order-1'), /deleted/);
});

it('the page of an order names another one that the buyer has paid while both could be paid, and no later purchase', async (t) => {
  const { storage, read } = await open(t);
  const minute = 60_000;
  const add = (id: string, minutes: number, machine = '7F3A_91') =>
    storage.write((database) =>
      addPaidOrder(database, { id, email: buyer, machine, now: new Date(Date.now() + minutes * minute) }),
    );
  const findDouble = async (id: string) =>
    /has also paid another order[^<]*<a href="\/desk\/orders\/([^"]+)"/.exec(await read(`/desk/orders/${id}`))?.[1];
  await add('order-0', -70);
  await add('order-2', 10, 'another');
  assert.deepEqual([await findDouble('order-0'), await findDouble('order-1')], [undefined, undefined]);
  await add('order-3', 50);
  assert.deepEqual([await findDouble('order-1'), await findDouble('order-3')], ['order-3', 'order-1']);
  await storage.write((database) =>
    database.updateTable('invoices').set({ follows: 'order-0' }).where('id', '=', 'order-3').execute(),
  );
  assert.equal(await findDouble('order-0'), 'order-3', 'the order was replaced, and paid by a late report');
});

it('the page of an order ignores the case of the address, and names none while one of both is being refunded', async (t) => {
  const { storage, read } = await open(t);
  await storage.write((database) =>
    addPaidOrder(database, { id: 'order-2', email: 'Marta@steppe.example', machine: '7F3A_91' }),
  );
  const namesDouble = async (id: string) => /has also paid another order/.test(await read(`/desk/orders/${id}`));
  assert.deepEqual([await namesDouble('order-1'), await namesDouble('order-2')], [true, true]);
  const setRefund = (state: 'sent' | 'failed') =>
    storage.write(async (database) => {
      await database.deleteFrom('outbox').where('event', '=', refundEvent('order-1')).execute();
      await addRefund(database, { order: 'order-1' }, Date.now());
      await database.updateTable('outbox').set({ state }).where('event', '=', refundEvent('order-1')).execute();
    });
  await setRefund('sent');
  assert.deepEqual([await namesDouble('order-1'), await namesDouble('order-2')], [false, false]);
  await setRefund('failed');
  assert.deepEqual(
    [await namesDouble('order-1'), await namesDouble('order-2')],
    [true, true],
    'the bank has refused it',
  );
});

describe('the list of orders at the desk', () => {
  it('is searched by state, e-mail, machine and number', async (t) => {
    const { read } = await open(t);
    const all = await read('/desk/orders');
    assert.match(all, /href="\/desk\/orders\/order-1"/);
    assert.match(all, /href="\/desk\/licences\/2"/);
    const found = async (query: string) => {
      const html = await read(`/desk/orders?${query}`);
      return [html.includes(buyer), html.includes('ivan@steppe.example')];
    };
    assert.deepEqual(await found('q=MARTA%40'), [true, false]);
    assert.deepEqual(await found('q=t-1'), [false, true]);
    assert.deepEqual(await found('q=7f3a_9'), [true, false]);
    assert.deepEqual(await found('q=7f3a%259'), [false, false]);
    assert.deepEqual(await found('q=order-1'), [true, false]);
    assert.deepEqual(await found('state=success'), [true, false]);
    assert.deepEqual(await found('state=started'), [false, true]);
    assert.deepEqual(await found('state=reversed'), [false, false]);
    assert.deepEqual(await found('state=unheard-of'), [true, true]);
    assert.match(await read('/desk/orders?state=reversed'), /No order matches\./);
    assert.match(await read('/desk/orders?state=success'), /<option value="success" selected>/);
  });
});

describe('an order at the desk', () => {
  it('shows the state of the bank, its licence, its e-mails and its history', async (t) => {
    const { read } = await open(t);
    const html = await read('/desk/orders/order-1');
    for (const words of [
      'Paid',
      '20.00 USD',
      buyer,
      '7F3A_91',
      'Reported by the bank',
      'Licence issued',
      'Kept, not sent',
    ])
      assert.ok(html.includes(words), words);
    assert.match(html, /Ordered.*Reported by the bank: Paid.*Licence issued.*Your GITL licence and receipt/s);
    assert.match(html, /By the bank’s clock: /);
    assert.match(html, /href="\/desk\/mail\/\d+">Your GITL licence and receipt/);
    assert.doesNotMatch(html, /BEGIN GITL LICENCE/);
    assert.match(await read('/desk/orders/order-1?lang=ua'), /Банк повідомив: Оплачено/);
    assert.match(await read('/desk/orders/nothing'), /Nothing here/);
  });

  it('sends the licence again, one e-mail for two clicks, until it is revoked', async (t) => {
    const { actAndRead, act, emailsTo, entries } = await open(t);
    const answers = await Promise.all([act('/desk/licences/1/send'), act('/desk/licences/1/send')]);
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('location')]),
      [
        [303, '/desk/orders/order-1'],
        [303, '/desk/orders/order-1'],
      ],
    );
    const [receipt, again, ...more] = await emailsTo(buyer);
    assert.deepEqual(more, []);
    const licenceIn = (email?: Email) => /-----BEGIN[^]+LICENCE-----/.exec(email?.text ?? '')?.[0];
    assert.ok(licenceIn(again));
    assert.equal(licenceIn(again), licenceIn(receipt));
    assert.equal(again?.subject, 'Your GITL licence, sent again');
    const revoked = await actAndRead('/desk/licences/1/revoke');
    assert.match(revoked, /Licence sent again.*Licence revoked/s);
    assert.doesNotMatch(revoked, /Send the licence again/);
    const refused = await act('/desk/licences/1/send');
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /Nothing was done/);
    // A second revocation changes nothing.
    assert.equal((await act('/desk/licences/1/revoke')).status, 303);
    assert.equal((await emailsTo(buyer)).length, 2);
    assert.deepEqual(await entries(), [
      { act: 'licence-sent', subject: '1' },
      { act: 'licence-revoked', subject: '1' },
    ]);
    for (const path of ['/desk/licences/77/send', '/desk/licences/x/revoke', '/desk/orders/nothing/refund'])
      assert.equal((await act(path)).status, 404, path);
  });

  it('refunds the money once, simulated in the sandbox, and shows the state of the refund', async (t) => {
    const { act, read, emailsTo, entries } = await open(t);
    assert.match(await read('/desk/orders/order-1'), /Refund 20\.00 USD/);
    const answers = await Promise.all(Array.from({ length: 5 }, () => act('/desk/orders/order-1/refund')));
    assert.ok(answers.every(({ status }) => status === 303 || status === 409));
    assert.doesNotMatch(await read('/desk/orders/order-1'), /Refund 20\.00 USD/);
    await until('it is refunded', async () => /<b>Refunded<\/b>/.test(await read('/desk/orders/order-1')));
    const html = await read('/desk/orders/order-1');
    assert.match(html, /Refund started.*Licence revoked/s);
    const subjects = (await emailsTo(buyer)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Your GITL licence and receipt', 'Your payment for GITL was refunded']);
    assert.deepEqual(await entries(), [{ act: 'refund-asked', subject: 'order-1' }]);
    const again = await act('/desk/orders/order-1/refund');
    assert.equal(again.status, 409);
    assert.match(await again.text(), /there is nothing to refund/);
    assert.match(await read('/desk/mail'), /Refund of an order/);
  });

  it('has a page for the licence of a trial too, in the language of its buyer', async (t) => {
    const { read, actAndRead, emailsTo } = await open(t);
    assert.match(await read('/desk/licences/2'), /Licence 2.*ivan@steppe\.example/s);
    assert.match(await actAndRead('/desk/licences/2/send'), /Licence sent again/);
    const [email] = await emailsTo('ivan@steppe.example');
    assert.equal(email?.subject, 'Ваша ліцензія GITL: надсилаємо ще раз');
  });
});
