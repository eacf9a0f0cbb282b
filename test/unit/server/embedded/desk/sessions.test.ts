import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import {
  addLink,
  attemptsMs,
  closeAllSessions,
  countAttempt,
  findSession,
  hasTooManyLinks,
  isLinkValid,
  maxAttempts,
  maxLinks,
  createSession,
  sessionMs,
} from '#server/embedded/desk/sessions.ts';
import { signInLinkMs } from '#server/embedded/outbox/sign-in-link.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { describeOnBoth, openTestStorage, type NewPlace } from '../../../../support/databases.ts';

const email = 'marta@obrii.example';
const start = Date.UTC(2026, 0, 1);

async function open(t: TestContext, newPlace: NewPlace) {
  const storage = await openTestStorage(t, await newPlace(t));
  const write = <T>(effect: (database: Database) => Promise<T>) => storage.write(effect);
  const enter = (token: string, now: number) => write((database) => createSession(database, token, [email], now));
  const who = async (session: string, now: number, allowed = [email]) =>
    (await storage.read((database) => findSession(database, session, allowed, now)))?.email ?? null;
  return { write, enter, who, link: (now: number) => write((database) => addLink(database, email, now)) };
}

describeOnBoth('a link to sign in', (newPlace) => {
  it('works once, within a quarter of an hour', async (t) => {
    const { link, enter, write } = await open(t, newPlace);
    const token = await link(start);
    assert.equal(await write((database) => isLinkValid(database, token, start + signInLinkMs - 1)), true);
    assert.equal(await enter(token, start + signInLinkMs), null);
    assert.ok(await enter(token, start + signInLinkMs - 1));
    assert.equal(await enter(token, start + signInLinkMs - 1), null);
  });

  it('signs in only one of several parallel requests', async (t) => {
    const { link, enter } = await open(t, newPlace);
    const token = await link(start);
    const entered = await Promise.all(Array.from({ length: 8 }, () => enter(token, start)));
    assert.equal(entered.filter((session) => session !== null).length, 1);
  });

  it('does not work for an address that was removed from DESK_EMAILS', async (t) => {
    const { link, write } = await open(t, newPlace);
    const token = await link(start);
    assert.equal(await write((database) => createSession(database, token, [], start)), null);
  });
});

describeOnBoth('the links of one address', (newPlace) => {
  it('are too many for an e-mail more as long as the earlier ones are valid', async (t) => {
    const { link, enter, write } = await open(t, newPlace);
    const areTooMany = (now: number, address = email) => write((database) => hasTooManyLinks(database, address, now));
    const tokens: string[] = [];
    for (let count = 0; count < maxLinks; count += 1) {
      assert.equal(await areTooMany(start + count), false);
      tokens.push(await link(start + count));
    }
    const last = start + signInLinkMs - 1;
    assert.equal(await areTooMany(last), true);
    assert.equal(await areTooMany(last, 'ivan@obrii.example'), false);
    assert.ok(await enter(tokens[0] ?? '', last));
    assert.equal(await areTooMany(last), true);
    assert.equal(await areTooMany(last + 1), false);
    // The clock was corrected after the links were sent.
    assert.equal(await areTooMany(start - 30_000), true);
  });
});

describeOnBoth('a session', (newPlace) => {
  it('ends after twelve hours, and at once when its address is removed from DESK_EMAILS', async (t) => {
    const { link, enter, who } = await open(t, newPlace);
    const session = await enter(await link(start), start);
    assert.ok(session);
    assert.equal(await who(session, start + sessionMs - 1), email);
    assert.equal(await who(session, start + sessionMs), null);
    assert.equal(await who(session, start, ['ivan@obrii.example']), null);
    assert.equal(await who(`${session}x`, start), null);
  });

  it('ends in every browser of its address, together with the links that were sent to it', async (t) => {
    const { link, enter, who, write } = await open(t, newPlace);
    const sessions = [await enter(await link(start), start), await enter(await link(start), start)];
    const waiting = await link(start);
    const [one = '', two = ''] = sessions.map(String);
    await write((database) => closeAllSessions(database, email, { who: email, now: start }));
    assert.deepEqual([await who(one, start), await who(two, start), await enter(waiting, start)], [null, null, null]);
  });
});

describeOnBoth('a copy of the site whose clock is five minutes behind', (newPlace) => {
  it('takes the links and sessions of the other copies, and leaves them', async (t) => {
    const { write, link, enter, who } = await open(t, newPlace);
    const other = start + 5 * 60_000;
    const [first, second] = [await link(other), await link(other)];
    const session = String(await enter(first, other));
    // A stranger asks for a link: what has expired is deleted.
    await write((database) => countAttempt(database, { email: 'stranger@obrii.example', client: 'two', now: start }));
    assert.equal(await who(session, start), email);
    assert.ok(await enter(second, start));
  });
});

/** The server started with a clock that was a year ahead, and the clock was corrected. */
const ahead = start + 365 * 24 * 3_600_000;

describeOnBoth('after the clock was a year ahead', (newPlace) => {
  it('attempts of that time no longer count', async (t) => {
    const { write } = await open(t, newPlace);
    const attempt = (now: number) => write((database) => countAttempt(database, { email, client: 'one', now }));
    for (let count = 0; count <= maxAttempts.address; count += 1) await attempt(ahead + count);
    assert.equal(await attempt(ahead + maxAttempts.address), true);
    assert.equal(await attempt(start), false);
    // A small correction of the clock does not give further attempts.
    for (let count = 1; count < maxAttempts.address; count += 1) assert.equal(await attempt(start), false);
    assert.equal(await attempt(start - 1000), true);
  });

  it('links and sessions of that time are invalid, and are deleted', async (t) => {
    const { write, link, enter, who } = await open(t, newPlace);
    const used = await link(ahead);
    const unused = await link(ahead);
    const session = String(await enter(used, ahead));
    assert.equal(await who(session, ahead), email);
    assert.equal(await who(session, start), null);
    assert.equal(await write((database) => isLinkValid(database, unused, start)), false);
    assert.ok(await enter(await link(start), start));
    const [links, sessions] = await write(async (database) => [
      await database.selectFrom('desk_links').select('created').execute(),
      await database.selectFrom('desk_sessions').select('created').execute(),
    ]);
    assert.deepEqual([links, sessions], [[{ created: start }], [{ created: start }]]);
  });

  it('a session of that time does not become valid again, nor longer than twelve hours', async (t) => {
    const { link, enter, who } = await open(t, newPlace);
    const session = String(await enter(await link(start + 1000), start + 1000));
    assert.equal(await who(session, start), email);
    const later = String(await enter(await link(start + 2 * sessionMs), start + 2 * sessionMs));
    assert.equal(await who(later, start), null);
  });
});

describeOnBoth('attempts to sign in', (newPlace) => {
  it('are counted for a quarter of an hour', async (t) => {
    const { write } = await open(t, newPlace);
    const attempt = (now: number, client = 'one', address = email) =>
      write((database) => countAttempt(database, { email: address, client, now }));
    for (let count = 0; count < maxAttempts.address; count += 1) assert.equal(await attempt(start + count), false);
    assert.equal(await attempt(start + attemptsMs - 1), true);
    assert.equal(await attempt(start + attemptsMs - 1, 'one', 'other@obrii.example'), false);
    assert.equal(await attempt(start + attemptsMs), false);
  });

  it('of a stranger do not count for the owner of the address', async (t) => {
    const { write } = await open(t, newPlace);
    const attempt = (client: string) => write((database) => countAttempt(database, { email, client, now: start }));
    for (const client of ['stranger', 'another stranger'])
      for (let count = 0; count <= maxAttempts.address; count += 1)
        assert.equal(await attempt(client), count === maxAttempts.address);
    assert.equal(await attempt('owner'), false);
  });
});
