import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendLicence } from '#server/embedded/desk/issued-licences.ts';
import { canRequestAgain } from '#server/embedded/desk/refunds.ts';
import { issuePaidLicence } from '#server/embedded/licences/licences.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { licenceKeys } from '../../../../support/orders.ts';
import { texts } from '../../../../support/texts.ts';

const now = Date.UTC(2026, 0, 1);
/** The server had a clock that was a year ahead, and it was corrected. */
const ahead = now + 365 * 24 * 3_600_000;

describeOnBoth('after the clock was a year ahead', (newPlace) => {
  it('a licence that was sent at that time can be sent again', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const holder = { machineId: '7F3A', email: 'marta@steppe.example', language: 'en' } as const;
    const emailOptions = { texts, language: 'en', hasMailServer: false } as const;
    const { id } = await storage.write((database) =>
      issuePaidLicence(database, licenceKeys, { ...holder, plan: 'yearly', orderId: 'a' }, new Date(ahead)),
    );
    const send = async (at: number) => {
      await storage.write((database) => sendLicence(database, id, emailOptions, { who: 'marta', now: at }));
      return (await storage.read((database) => database.selectFrom('outbox').select('id').execute())).length;
    };
    assert.deepEqual([await send(ahead), await send(now), await send(now + 1), await send(now - 1)], [1, 2, 2, 2]);
  });
});

it('a refund that was requested while the clock was a year ahead can be requested again', () => {
  assert.equal(canRequestAgain({ state: 'sent', created: ahead }, now), true);
  assert.equal(canRequestAgain({ state: 'pending', created: ahead }, now), false);
  assert.equal(canRequestAgain({ state: 'sent', created: now + 1000 }, now), false);
});
