import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addEmail, claimDue, giveUpMs, markUnsent } from '#server/embedded/outbox/outbox.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { emailTo, statesOf } from '../../../../support/outbox.ts';

const hourMs = 3_600_000;

describeOnBoth('an e-mail that cannot be sent', (newPlace) => {
  it('fails although the clock was a year ahead when it was stored', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const start = Date.now();
    const email = { event: 'email:1', email: emailTo('olha@example.com'), hasMailServer: true };
    await storage.write((database) => addEmail(database, email, start + 365 * 24 * hourMs));
    for (let now = start; now <= start + giveUpMs; now += hourMs) {
      await storage.write(async (database) => {
        for (const row of await claimDue(database, 'email', now))
          await markUnsent(database, row, { error: 'no answer', isFinal: false, now });
      });
      // It is retried for some hours, in which an operator can remove the cause.
      if (now < start + 10 * hourMs) assert.deepEqual(await statesOf(storage), ['pending']);
    }
    assert.deepEqual(await statesOf(storage), ['failed']);
  });
});
