import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addEmail } from '#server/embedded/outbox/outbox.ts';
import { StorageError, type Storage } from '#server/embedded/storage/storage.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { startMailServer, type MailBehaviour } from '../../../../support/mail-server.ts';
import { addTestEmail, deliver, hasty, emailTo, isOver, runToTheEnd, statesOf } from '../../../../support/outbox.ts';
import { until } from '../../../../support/until.ts';

const faults: MailBehaviour[] = [
  'defer',
  'unknown',
  'refuse',
  'drop-at-once',
  'drop-in-data',
  'drop-after-data',
  'stall',
];

/** RUNS=1000 runs a longer test, which takes a minute. */
const wantedFaults = Number(process.env['RUNS'] ?? 150);

describeOnBoth('the outbox', (newPlace) => {
  it(`loses nothing and sends nothing twice over ${wantedFaults} faults of the mail server`, async (t) => {
    let count = 0;
    const met = new Map<MailBehaviour, number>();
    // Some e-mails meet no fault and some meet several; the server accepts the rest in the end.
    const mail = await startMailServer(t, () => {
      if (count >= wantedFaults || Math.random() < 0.4) return 'take';
      count += 1;
      // A silent server makes the test slow, so this fault is rare.
      const fault = faults[count % 50 === 0 ? 6 : count % 6] ?? 'defer';
      met.set(fault, (met.get(fault) ?? 0) + 1);
      return fault;
    });
    const storage = await openTestStorage(t, await newPlace(t));
    // An e-mail meets 1.5 faults on average, so this number of e-mails is enough for all faults.
    const emails = wantedFaults;
    // The e-mail has a message, so an unknown recipient does not end its retries.
    await storage.write(async (database) => {
      for (let number = 0; number < emails; number += 1)
        await addEmail(database, {
          event: `email:${number}`,
          email: emailTo(`to-${number}@example.com`),
          messageId: 1,
          hasMailServer: true,
        });
    });
    const { clock } = deliver(t, storage, { server: mail, timeouts: hasty });
    await runToTheEnd(storage, clock);
    t.diagnostic(
      `${emails} e-mails, ${mail.attempts()} attempts: ${[...met].map(([name, times]) => `${name} ${times}`).join(', ')}`,
    );
    assert.equal(count, wantedFaults);
    assert.deepEqual([...met.keys()].sort(), faults.toSorted());
    assert.deepEqual([...new Set(await statesOf(storage))], ['sent']);
    const identities = new Map<string, number>();
    for (const { to } of mail.taken) identities.set(to, (identities.get(to) ?? 0) + 1);
    assert.equal(identities.size, emails);
    assert.deepEqual(
      [...identities].filter(([, times]) => times !== 1),
      [],
    );
    // An e-mail whose connection was dropped before the confirmation is sent again with the same Message-ID.
    const confirmed = new Map(mail.taken.map(({ to, messageId }) => [to, messageId]));
    // On a busy machine a connection may reach its timeout before the e-mail is sent over it.
    const dropped = met.get('drop-after-data') ?? 0;
    assert.ok(mail.unconfirmed.length > dropped / 2 && mail.unconfirmed.length <= dropped);
    for (const { to, messageId } of mail.unconfirmed) assert.equal(messageId, confirmed.get(to));
  });

  it('is sent soon, and once, if the answer to the commit of its claim was lost', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const mail = await startMailServer(t);
    await addTestEmail(storage, 'email:1', emailTo('olha@example.com'));
    let writes = 0;
    const losing: Storage = {
      ...storage,
      async write(effect) {
        const result = await storage.write(effect);
        writes += 1;
        if (writes === 1) throw new StorageError({ status: 503, reason: 'the connection was lost' }, null);
        return result;
      },
    };
    deliver(t, losing, { server: mail });
    await until('it is sent', () => isOver(storage));
    assert.equal(mail.taken.length, 1);
    const row = await storage.read((database) =>
      database.selectFrom('outbox').select(['state', 'attempts']).executeTakeFirstOrThrow(),
    );
    assert.deepEqual(row, { state: 'sent', attempts: 1 });
  });
});
