import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runMail } from '#server/embedded/commands/mail-command.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

describeOnBoth('npm run mail', (newPlace) => {
  it('counts the attempts of an e-mail that failed', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const email = { kind: 'email', state: 'failed', recipient: 'a@b.example', payload: '{"subject":"Hello"}' } as const;
    const times = { created: 0, due: 0, claimed_until: 0 };
    await storage.write(async (database) => {
      for (const attempts of [1, 2])
        await database
          .insertInto('outbox')
          .values({ ...email, ...times, event: `x${attempts}`, attempts, error: '550 5.1.1' })
          .execute();
    });
    const { text } = await captureCommand(t, runMail, [], place);
    assert.match(text, /after 1 attempt: 550 5\.1\.1/);
    assert.match(text, /after 2 attempts: 550 5\.1\.1/);
  });
});
