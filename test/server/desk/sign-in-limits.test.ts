import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { maxLinks } from '#server/embedded/desk/sessions.ts';
import { findLinkEmail, member, serveDesk, tokenIn } from '../../support/desk.ts';
import { until } from '../../support/until.ts';

async function open(t: TestContext) {
  const { post, storage, place } = await serveDesk(t, { config: { trustProxy: 1 } });
  return {
    place,
    post,
    request: (address: string, email = member) =>
      post('/desk/sign-in', { email }, { headers: { 'x-forwarded-for': address } }),
    countEmails: async () =>
      (await storage.read((database) => database.selectFrom('outbox').select('id').execute())).length,
  };
}

describe('a stranger who knows the address of somebody at the desk', () => {
  it('does not keep them from a link, and is limited alone', async (t) => {
    const { request, countEmails } = await open(t);
    const statuses: number[] = [];
    for (let turn = 0; turn < 7; turn += 1) statuses.push((await request('203.0.113.9')).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
    assert.equal((await request('198.51.100.7')).status, 200);
    await until('the e-mails are there', async () => (await countEmails()) >= maxLinks);
  });

  it('is one client under all addresses of an IPv6 network', async (t) => {
    const { request } = await open(t);
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) statuses.push((await request(`2001:db8:0:${turn}::1`)).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  });

  it('causes few e-mails: then the page is the same, and the links already sent still work', async (t) => {
    const { request, countEmails, post, place } = await open(t);
    for (let turn = 0; turn < maxLinks; turn += 1) await request(`203.0.113.${turn}`);
    await until('all e-mails are there', async () => (await countEmails()) === maxLinks);
    const email = await findLinkEmail(place);
    assert.ok(email);
    const known = await request('198.51.100.7');
    const unknown = await request('198.51.100.7', 'somebody@else.example');
    assert.deepEqual([known.status, await known.text()], [unknown.status, await unknown.text()]);
    assert.equal((await post('/desk/sign-in/link', { token: tokenIn(email) })).status, 303);
    // The link of this request would be stored after the two requests above.
    await request('198.51.100.7', 'somebody@else.example');
    assert.equal(await countEmails(), maxLinks);
  });
});
