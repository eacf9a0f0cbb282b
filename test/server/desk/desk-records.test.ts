import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { member, openDesk } from '../../support/desk.ts';
import { addPaidOrder } from '../../support/orders.ts';
import { json } from '../../support/posts.ts';

describe('orders at the desk', () => {
  it('are a list, and a file without formulas', async (t) => {
    const { read, get, headers, storage } = await openDesk(t);
    assert.match(await read('/desk/orders'), /Nothing has been ordered yet\./);
    const machine = '=HYPERLINK("https://evil.example")';
    const invoice = await get(
      '/api/monopay/invoice/create',
      json({ plan: 'yearly', machine_id: machine, email: 'marta@steppe.example', language: 'en' }),
    );
    assert.equal(invoice.status, 200);
    await storage.write((database) =>
      database
        .insertInto('trials')
        .values({ machine_id: '7F3A', email: 'ivan@steppe.example', date: '2026-01-01T10:00:00.000Z' })
        .execute(),
    );
    const html = await read('/desk/orders');
    assert.match(html, /marta@steppe\.example.*20\.00 USD.*Not paid yet.*ivan@steppe\.example/s);
    const file = await get('/desk/orders.csv', { headers });
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename=orders-\d{4}-\d\d-\d\d\.csv$/);
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
    const csv = Buffer.from(await file.arrayBuffer()).toString();
    assert.match(
      csv,
      /^\uFEFF"kind","id","email","machine","plan","amount","state","licence","created","modified","states"\r\n/,
    );
    assert.match(
      csv,
      /"'=HYPERLINK\(""https:\/\/evil\.example""\)","yearly","20\.00 USD","created".*"created \d{4}-\S+Z"\r\n/,
    );
  });
});

it('a file of orders that cannot be read to its end is cut off, and the desk goes on', async (t) => {
  const { get, headers, read, storage } = await openDesk(t);
  await storage.write(async (database) => {
    await addPaidOrder(database, { id: 'order', email: 'ivan@steppe.example', machine: 'M', now: new Date() });
    const order = await database.selectFrom('invoices').selectAll().executeTakeFirstOrThrow();
    for (let number = 1; number <= 3000; number += 1) {
      const created = new Date(Date.UTC(2026, 0, 1) - number).toISOString();
      const payload = number === 3000 ? 'no JSON' : order.payload;
      await database
        .insertInto('invoices')
        .values({ ...order, id: `order-${number}`, created, payload })
        .execute();
    }
  });
  const file = await get('/desk/orders.csv', { headers });
  assert.equal(file.status, 200);
  await assert.rejects(file.text(), /terminated/);
  assert.match(await read('/desk/messages'), /<h1/);
});

describe('people at the desk', () => {
  it('are searched, exported and erased by POST, so that no e-mail address is in a URL', async (t) => {
    const { get, act, read, storage } = await openDesk(t);
    const contact = {
      firstName: 'Olha',
      lastName: 'Kovalenko',
      email: 'olha@example.com',
      message: 'A message of mine.',
      privacyTerms: true,
      honeypot: '',
      timestamp: Date.now() - 60_000,
      topic: 'general',
    };
    assert.equal((await get('/api/contact', json(contact))).status, 200);
    assert.match(await read('/desk/people'), /method="post" action="\/desk\/people"/);
    assert.match(await (await act('/desk/people', { email: 'nobody@example.com' })).text(), /Nothing is stored/);
    assert.equal((await act('/desk/people', { email: 'no address' })).status, 422);
    const found = await (await act('/desk/people', { email: '\u200bOLHA@example.com' })).text();
    assert.match(found, /name="email" value="OLHA@example\.com" \/><button[^>]*>Download as one file/);
    const file = await act('/desk/people/export', { email: 'olha@example.com' });
    assert.match(file.headers.get('content-disposition') ?? '', /attachment; filename=person\.json/);
    assert.equal(((await file.json()) as { messages: object[] }).messages.length, 1);
    const erased = await (await act('/desk/people/erase', { email: 'olha@example.com' })).text();
    assert.match(erased, /Records erased: 3\. Kept, because an invoice was paid or can still be paid: 0\./);
    const again = await (await act('/desk/people/erase', { email: 'olha@example.com' })).text();
    assert.match(again, /Nothing is left to erase\. Kept, because an invoice was paid or can still be paid: 0\./);
    const entries = await storage.read((database) =>
      database.selectFrom('desk_acts').select(['act', 'subject']).orderBy('id').execute(),
    );
    assert.deepEqual(entries.slice(1), [
      { act: 'person-exported', subject: '' },
      { act: 'person-erased', subject: '3/0' },
      { act: 'person-erased', subject: '0/0' },
    ]);
    assert.match(await read('/desk/audit-log'), /Data of a person erased/);
  });
});

describe('the export of a person', () => {
  it('is refused, and not logged, when its attachments are longer than a download may be', async (t) => {
    const { act, storage } = await openDesk(t);
    const message = {
      first_name: 'Olha',
      last_name: 'Kovalenko',
      email: 'olha@example.com',
      message: 'My work.',
      topic: 'career',
      language: 'en',
      date: new Date().toISOString(),
    };
    for (let count = 0; count < 8; count += 1)
      await storage.write((database) =>
        database
          .insertInto('messages')
          .values({ ...message, attachment_name: 'cv.pdf', attachment: Buffer.alloc(10 * 1024 * 1024) })
          .execute(),
      );
    const refused = await act('/desk/people/export', { email: 'olha@example.com' });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /The attachments take up 80\sMB/);
    const acts = await storage.read((database) => database.selectFrom('desk_acts').select('act').execute());
    assert.ok(!acts.some(({ act: name }) => name === 'person-exported'));
  });
});

describe('mail at the desk', () => {
  it('shows e-mails except sign-in links, and sends again those that failed', async (t) => {
    const { read, act, storage, get, headers } = await openDesk(t);
    const { id } = await storage.write((database) =>
      database
        .insertInto('outbox')
        .values({
          event: 'message:9:visitor',
          kind: 'email',
          state: 'failed',
          recipient: 'olha@example.com',
          payload: JSON.stringify({ to: 'olha@example.com', subject: 'We have received it', text: 'Thank you' }),
          created: 0,
          due: 0,
          claimed_until: 0,
          attempts: 9,
          error: '550 no such user',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const list = await read('/desk/mail');
    assert.match(list, /We have received it.*Failed.*550 no such user.*Send again/s);
    assert.match(list, /Sign in to the desk of /);
    const secret = await read('/desk/mail/1');
    assert.match(secret, /is not shown/);
    assert.doesNotMatch(secret, /token=/);
    const exported = await act('/desk/people/export', { email: member });
    const person = await exported.text();
    assert.match(person, /"event": "desk-link:/);
    assert.doesNotMatch(person, /token=/);
    assert.match(await read(`/desk/mail/${id}`), /Thank you/);
    assert.equal((await act(`/desk/mail/${id}/send-again`)).status, 303);
    const row = await storage.read((database) =>
      database.selectFrom('outbox').select(['state', 'error']).where('id', '=', id).executeTakeFirst(),
    );
    assert.equal(row?.state, 'pending');
    const repeated = await act(`/desk/mail/${id}/send-again`);
    assert.equal(repeated.status, 303, 'a double click is no fault');
    const refused = await act('/desk/mail/1/send-again');
    assert.equal(refused.status, 409);
    assert.match(await refused.text(), /Nothing was done.*An email with a link to sign in is not sent again/s);
    const link = await storage.read((database) =>
      database.selectFrom('outbox').select('state').where('id', '=', 1).executeTakeFirst(),
    );
    assert.equal(link?.state, 'kept');
    assert.equal((await get('/desk/mail/77', { headers })).status, 404);
  });
  it('says why an e-mail is not sent again', async (t) => {
    const { read, act, storage } = await openDesk(t);
    const idOf = (state: 'sent' | 'kept') =>
      storage.write(async (database) => {
        const row = {
          event: state,
          kind: 'email',
          state,
          recipient: 'olha@example.com',
          payload: JSON.stringify({ to: 'olha@example.com', subject: 'We have received it', text: 'Thank you' }),
          created: 0,
          due: 0,
          claimed_until: 0,
          attempts: 0,
        } as const;
        return (await database.insertInto('outbox').values(row).returning('id').executeTakeFirstOrThrow()).id;
      });
    for (const [state, reason] of [
      ['sent', /Nothing was done.*This was already sent/s],
      ['kept', /Nothing was done.*There is no mail server/s],
    ] as const) {
      const id = await idOf(state);
      assert.doesNotMatch(await read(`/desk/mail/${id}`), /Send again/);
      const refused = await act(`/desk/mail/${id}/send-again`);
      assert.equal(refused.status, 409);
      assert.match(await refused.text(), reason);
    }
  });
});
