import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runDesk } from '#server/embedded/desk/desk-command.ts';
import { addLink, createSession, findSession } from '#server/embedded/desk/sessions.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';

const email = 'marta@obrii.example';

describeOnBoth('npm run desk -- sessions end', (newPlace) => {
  it('ends the sessions of an address that is pasted with invisible characters', async (t) => {
    const place = await newPlace(t);
    const storage = await openTestStorage(t, place);
    const now = Date.now();
    const session = await storage.write(async (database) => {
      const token = await addLink(database, email, now);
      return String(await createSession(database, token, [email], now));
    });
    const isValid = () =>
      storage.read(async (database) => (await findSession(database, session, [email], now)) !== null);
    assert.equal(await isValid(), true);
    const args = ['sessions', 'end', '\u2068Marta@obrii.example\u2069'];
    const { text } = await captureCommand(t, runDesk, args, settingsWithoutSite(place));
    assert.match(text, /^Signed out everywhere\./);
    assert.equal(await isValid(), false);
  });
});
