import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runDesk } from '#server/embedded/desk/desk-command.ts';
import { findRefund } from '#server/embedded/desk/refunds.ts';
import { moveLicence } from '#server/embedded/desk/issued-licences.ts';
import { sendAgain } from '#server/embedded/desk/send-again.ts';
import { resendEventPrefix } from '#server/embedded/licences/licence-emails.ts';
import { revokeLicence } from '#server/embedded/licences/licences.ts';
import { addEmail, addRefund } from '#server/embedded/outbox/outbox.ts';
import { createSignInEvent } from '#server/embedded/outbox/sign-in-link.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import type { Row } from '#server/embedded/storage/tables.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { addTestEmail, deliver, emailTo, isOver, statesOf } from '../../../../support/outbox.ts';
import { addPaidOrder, licenceKeys } from '../../../../support/orders.ts';
import { texts } from '../../../../support/texts.ts';
import { until } from '../../../../support/until.ts';

const now = Date.UTC(2026, 0, 1);

describeOnBoth('a refund request that is sent again', (newPlace) => {
  it('is due at once, and logged as a request of its order', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const id = await storage.write(async (database) => {
      await addRefund(database, { order: 'order-1' }, now - 1000);
      const refund = await findRefund(database, 'order-1');
      assert.ok(refund);
      await database.updateTable('outbox').set({ state: 'failed' }).where('id', '=', refund.id).execute();
      return refund.id;
    });
    const actor = { who: 'marta', now };
    assert.equal(await storage.write((database) => sendAgain(database, id, actor, { hasMailServer: true })), null);
    const { refund, entries } = await storage.read(async (database) => ({
      refund: await findRefund(database, 'order-1'),
      entries: await database.selectFrom('desk_acts').select(['act', 'subject']).execute(),
    }));
    assert.deepEqual([refund?.state, refund?.due], ['pending', now]);
    assert.deepEqual(entries, [{ act: 'refund-asked', subject: 'order-1' }]);
  });
});

describeOnBoth('an e-mail that is sent again', (newPlace) => {
  it('has the same id, by which its recipient recognises a second copy', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const ids: string[] = [];
    const { clock } = deliver(t, storage, {
      sendEmail: (_email, id) => {
        ids.push(id);
        return ids.length === 1 ? Promise.reject(new Error('the answer was lost')) : Promise.resolve();
      },
    });
    await addTestEmail(storage, 'message:7:visitor', emailTo('olha@example.com'), clock.now);
    await until('it has failed', async () => {
      const [row] = await storage.read((database) => database.selectFrom('outbox').selectAll().execute());
      return row?.error === 'the answer was lost';
    });
    clock.now += 1000;
    const [row] = await storage.read((database) => database.selectFrom('outbox').select('id').execute());
    const actor = { who: 'marta', now: clock.now };
    await storage.write((database) => sendAgain(database, row?.id ?? 0, actor, { hasMailServer: true }));
    await until('it is sent', () => isOver(storage));
    assert.deepEqual(await statesOf(storage), ['sent']);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });
});

describeOnBoth('a receipt that was stored while there was no mail server', (newPlace) => {
  it('is not sent with a licence text that was replaced or revoked meanwhile', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const actor = { who: 'marta', now: Date.now() };
    const options = { hasMailServer: true };
    const emailOptions = { texts, language: 'en', hasMailServer: false } as const;
    const { receipt, licence, other } = await storage.write(async (database) => {
      await addPaidOrder(database, { id: 'order-1', email: 'olha@example.com', machine: 'OLD' });
      await addPaidOrder(database, { id: 'order-2', email: 'ivan@example.com', machine: 'OTHER' });
      const findEmail = (event: string) =>
        database.selectFrom('outbox').select('id').where('event', '=', event).executeTakeFirstOrThrow();
      const order = database.selectFrom('licences').select('id').where('order_id', '=', 'order-1');
      return {
        receipt: (await findEmail('order:order-1:receipt')).id,
        other: (await findEmail('order:order-2:receipt')).id,
        licence: (await order.executeTakeFirstOrThrow()).id,
      };
    });
    const send = (id: number) => storage.write((database) => sendAgain(database, id, actor, options));
    const text = await storage.read(async (database) => {
      const row = database.selectFrom('licences').select('licence').where('id', '=', licence);
      return (await row.executeTakeFirstOrThrow()).licence;
    });
    const move = { from: 'OLD', machineId: 'NEW', keys: licenceKeys, emailOptions };
    assert.equal(await storage.write((database) => moveLicence(database, licence, move, actor)), 'moved');
    const moved = await storage.read((database) =>
      database
        .selectFrom('outbox')
        .select('id')
        .where('event', 'like', `${resendEventPrefix(licence)}%`)
        .executeTakeFirstOrThrow(),
    );
    assert.equal(await send(receipt), 'oldLicence');
    assert.equal(await send(moved.id), null);
    const question = { ...emailTo('all@obrii.example'), text: `Why does it not work?\n${text}`, isAutomatic: false };
    const asked = await storage.write(async (database) => {
      await addEmail(database, { event: 'message:7:company', email: question, hasMailServer: false });
      const row = database.selectFrom('outbox').select('id').where('event', '=', 'message:7:company');
      return (await row.executeTakeFirstOrThrow()).id;
    });
    assert.equal(await send(asked), null, 'a visitor may repeat a licence in a message');
    await storage.write((database) => revokeLicence(database, { orderId: 'order-2' }, new Date()));
    assert.equal(await send(other), 'oldLicence');
    const states = await storage.read((database) =>
      database.selectFrom('outbox').select('state').where('id', 'in', [receipt, other]).execute(),
    );
    assert.deepEqual(states, [{ state: 'kept' }, { state: 'kept' }]);
  });
});

/** Stores an e-mail in a state. Returns its id. */
const addInState = (storage: Storage, event: string, state: Partial<Row<'outbox'>>) =>
  storage.write(async (database) => {
    await addEmail(database, { event, email: emailTo('olha@example.com'), hasMailServer: true });
    const update = database.updateTable('outbox').set(state).where('event', '=', event).returning('id');
    return String((await update.executeTakeFirstOrThrow()).id);
  });

describeOnBoth('npm run desk -- mail send-again', (newPlace) => {
  it('gives a reason for each e-mail that is not sent again, and changes none of them', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const ids = [
      await addInState(storage, 'failed', { state: 'failed', attempts: 3 }),
      await addInState(storage, 'waiting', { state: 'pending' }),
      await addInState(storage, 'sent', { state: 'sent', attempts: 1 }),
      await addInState(storage, 'kept', { state: 'kept' }),
      await addInState(storage, createSignInEvent(), { state: 'failed', attempts: 1 }),
      await addInState(storage, 'claimed', { state: 'pending', attempts: 1, claimed_until: Date.now() + 60_000 }),
    ];
    const [, , sent, kept, link, claimed] = ids;
    const args = ['mail', 'send-again', ...ids, '77'];
    assert.deepEqual(await captureCommand(t, runDesk, args, settingsWithoutSite(place)), {
      code: 1,
      text: [
        'Done: 2 e-mails of 7.',
        `${sent}: it was sent before.`,
        `${kept}: there is no mail server: set MAIL_URL and MAIL_FROM.`,
        `${link}: a link to sign in is not sent again, its owner requests a new one.`,
        `${claimed}: it is being sent now.`,
        '77: there is no such e-mail.',
      ].join('\n'),
    });
    assert.deepEqual(await statesOf(storage), ['pending', 'pending', 'sent', 'kept', 'failed', 'pending']);
    const entries = await storage.read((database) => database.selectFrom('desk_acts').select('subject').execute());
    assert.deepEqual(entries, [{ subject: ids[0] }]);
  });

  it('sends an e-mail that was stored without a mail server, once there is one', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const id = await addInState(storage, 'licence:1', { state: 'kept' });
    const settings = { ...settingsWithoutSite(place), mailUrl: 'smtp://mail.example', mailFrom: 'hello@obrii.example' };
    assert.deepEqual(await captureCommand(t, runDesk, ['mail', 'send-again', id], settings), {
      code: 0,
      text: 'Done: 1 e-mail of 1.',
    });
    const recipients: string[] = [];
    deliver(t, storage, { sendEmail: ({ to }) => Promise.resolve(void recipients.push(to)) });
    await until('it is sent', () => isOver(storage));
    assert.deepEqual(recipients, ['olha@example.com']);
  });
});
