import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { AppOptions } from '#server/app-options.ts';
import type { Config } from '#server/config/config.ts';
import type { Email } from '#server/embedded/outbox/compose-email.ts';
import { readSnapshot } from '#server/embedded/storage/read-snapshot.ts';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { startBackend } from './backend.ts';
import { backendToken } from './backend-settings.ts';
import { newSqlite, openTestStorage } from './databases.ts';
import { shown } from './posts.ts';
import { serve } from './serve.ts';
import { until } from './until.ts';

/** The address that may sign in at the desk of a test. */
export const member = 'marta@obrii.example';

interface Options {
  place?: DatabasePlace;
  env?: Record<string, string>;
  config?: Partial<Config>;
  redis?: AppOptions['redis'];
  newsPollMs?: number;
}

/** The newest e-mail with a link, as it is stored in the outbox; null if there is none. */
export async function findLinkEmail(place: DatabasePlace): Promise<Email | null> {
  const row = await readSnapshot(place, (database) =>
    database
      .selectFrom('outbox')
      .select('payload')
      .where('event', 'like', 'desk-link:%')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  );
  return row ? (JSON.parse(row.payload) as Email) : null;
}

/** The address in an e-mail, as a path of the site. */
export function linkIn({ text }: Email): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  assert.ok(link, 'the e-mail has a link');
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** The token of an e-mail's link. */
export const tokenIn = (email: Email): string => new URLSearchParams(linkIn(email).split('?')[1]).get('token') ?? '';

/** The site with a desk before a backend of its own, and a browser's part: it sends forms and returns cookies. */
export async function serveDesk(t: TestContext, { place: given, env = {}, config, redis, newsPollMs }: Options = {}) {
  const place = given ?? (await newSqlite(t));
  const embedded = await startBackend(t, place, { DESK_EMAILS: member, ...env });
  const served = await serve(t, {
    backendOrigin: embedded.origin,
    config: { deskEmails: [member], ...config },
    redis,
    newsPollMs,
  });
  const storage = await openTestStorage(t, place);

  const post = (path: string, fields: Record<string, string | string[]> = {}, init: RequestInit = {}) => {
    const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
    return served.get(path, { method: 'POST', body: new URLSearchParams(pairs), ...init });
  };

  /** Sends a form with a file, as the form of an article is. */
  function postForm(
    path: string,
    fields: Record<string, string>,
    { headers = {}, file }: { headers?: Record<string, string>; file?: Buffer } = {},
  ): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob(file ? [new Uint8Array(file)] : []), file ? 'picture.png' : '');
    return served.get(path, { method: 'POST', body, headers });
  }

  /** Signs in; answers the cookie as a header. */
  async function signIn(): Promise<Record<string, string>> {
    const before = await findLinkEmail(place);
    assert.equal((await post('/desk/sign-in', { email: member })).status, 200);
    let email = before;
    await until('the e-mail is there', async () => {
      email = await findLinkEmail(place);
      return email !== null && email.text !== before?.text;
    });
    assert.ok(email);
    const answer = await post('/desk/sign-in/link', { token: tokenIn(email) });
    assert.equal(answer.status, 303);
    const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
    return { cookie };
  }
  return {
    ...served,
    place,
    storage,
    backendOrigin: embedded.origin,
    stopBackend: embedded.stop,
    token: backendToken,
    post,
    postForm,
    signIn,
  };
}

export type ServedDesk = Awaited<ReturnType<typeof serveDesk>>;

/** A desk whose user has signed in: `read` returns a page, `act` posts a form, `emailsTo` returns e-mails, oldest first. */
export async function openDesk(t: TestContext, options: Options = {}) {
  const desk = await serveDesk(t, options);
  const headers = await desk.signIn();
  async function emailsTo(recipient: string): Promise<Email[]> {
    const rows = await desk.storage.read((database) =>
      database.selectFrom('outbox').select('payload').where('recipient', '=', recipient).orderBy('id').execute(),
    );
    return rows.map(({ payload }) => JSON.parse(payload) as Email);
  }
  return {
    ...desk,
    headers,
    read: async (path: string) => shown(await (await desk.get(path, { headers })).text()),
    act: (path: string, fields: Record<string, string | string[]> = {}) => desk.post(path, fields, { headers }),
    emailsTo,
  };
}
