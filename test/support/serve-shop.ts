import type { TestContext } from 'node:test';
import type { Email } from '#server/embedded/outbox/compose-email.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import { startBackend } from './backend.ts';
import { newSqlite } from './databases.ts';
import { fakeMonobank, type FakeInvoice } from './fake-monobank.ts';
import { json, shown } from './posts.ts';
import { serve } from './serve.ts';

export const purchase = { plan: 'yearly', machine_id: '7F3A-91C2', email: 'marta@steppe.example', language: 'en' };
export const create = '/api/monopay/invoice/create';
export const webhook = '/api/monopay/webhook';

/** The site before its embedded backend, which takes payments at a bank of the test. */
export async function serveShop(t: TestContext) {
  const bank = await fakeMonobank(t);
  const place = await newSqlite(t);
  const env = { PAYMENTS: 'monobank', MONOBANK_TOKEN: bank.token, MONOBANK_URL: bank.url };
  const embedded = await startBackend(t, place, env);
  const served = await serve(t, {
    backendOrigin: embedded.origin,
    config: { payments: 'monobank', monobankToken: bank.token },
  });

  async function buy(change: Partial<typeof purchase> = {}, key?: string) {
    const post = json({ ...purchase, ...change }, key ? { 'idempotency-key': key } : {});
    const answer = await served.get(create, post);
    return { status: answer.status, body: (await answer.json()) as { pageUrl?: string; errors?: unknown } };
  }

  const newest = () => [...bank.invoices.values()].at(-1) as FakeInvoice;
  const orderOf = ({ request }: FakeInvoice) => new URL(request.redirectUrl).searchParams.get('order') ?? '';
  /** The path to which the bank sends the buyer. */
  const returnPath = ({ request }: FakeInvoice) => request.redirectUrl.replace('https://obrii.example', '');

  function report({ body, signature }: { body: string; signature: string }) {
    const headers = { 'content-type': 'application/json', 'x-sign': signature };
    return served.get(webhook, { method: 'POST', body, headers });
  }

  async function readEmails(): Promise<Email[]> {
    const rows = await readSnapshot(place, (database) =>
      database.selectFrom('outbox').select('payload').where('kind', '=', 'email').orderBy('id').execute(),
    );
    return rows.map(({ payload }) => JSON.parse(payload) as Email);
  }

  const html = async (path: string) => shown(await served.html(path));
  const { origin: backendOrigin, logged: backendLogged } = embedded;
  return {
    ...served,
    backendOrigin,
    backendLogged,
    bank,
    buy,
    newest,
    orderOf,
    returnPath,
    report,
    place,
    readEmails,
    html,
  };
}
