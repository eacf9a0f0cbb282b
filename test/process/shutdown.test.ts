import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get as httpGet, request as httpRequest } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { addEmail } from '#server/embedded/outbox/outbox.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { answerAsUsual, fakeBackend } from '../support/fake-backend.ts';
import { startMailServer } from '../support/mail-server.ts';
import { emailTo, from, statesOf } from '../support/outbox.ts';
import { postComment, startReady, temporaryFolder, type SiteProcess } from '../support/process.ts';
import { until } from '../support/until.ts';

interface Outcome {
  status: number;
  whole: boolean;
  error?: string;
  closes: boolean;
}

function ask(origin: string, path: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = httpGet(`${origin}${path}`, { agent }, (response) => {
      response.resume();
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          whole: response.complete,
          closes: response.headers.connection === 'close',
        }),
      );
      response.once('error', (error) => resolve({ status: 0, whole: false, closes: false, error: error.message }));
    });
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, whole: false, closes: false, error: error.code ?? error.message }),
    );
  });
}

/**
 * When a message was logged, in milliseconds: by the clock of the site, which a busy machine delays less than a test.
 */
function loggedAt(site: SiteProcess, message: string): number {
  const line = site
    .output()
    .split('\n')
    .find((text) => text.includes(message));
  return Date.parse((JSON.parse(line ?? '{}') as { time: string }).time);
}

/** Sends a part of a request, whose rest never comes. */
async function beginEndlessRequest({ origin }: SiteProcess): Promise<void> {
  const endless = httpRequest(`${origin}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000', expect: '100-continue' },
  });
  endless.on('error', () => undefined);
  const received = once(endless, 'continue');
  endless.flushHeaders();
  await received;
  endless.write('{');
}

/** On SIGUSR2 the process has an unexpected error. */
const preload = (code: string) => [
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(code)}})`,
];

describe('SIGTERM while a request is running', () => {
  it('sends the page views that were counted, before calls to the backend are aborted', async (t) => {
    const backend = await fakeBackend(t);
    const env = { BACKEND_URL: backend.origin, BACKEND_TOKEN: 'secret-test-token', DESK_EMAILS: 'marta@obrii.example' };
    const site = await startReady(t, { env });
    assert.equal((await fetch(`${site.origin}/team`, { headers: { 'user-agent': 'Firefox' } })).status, 200);
    await beginEndlessRequest(site);
    site.child.kill('SIGTERM');
    const reports = () => JSON.stringify(backend.sent.filter(([path]) => path === '/visits'));
    await until('the views have arrived', () => reports().includes('/team'), 2500);
    assert.equal((await fetch(`${site.origin}/about`, { headers: { 'user-agent': 'Firefox' } })).status, 200);
    await until('the views during the shutdown have arrived', () => reports().includes('/about'));
  });
});

describe('SIGTERM under load', () => {
  it('loses no request: readiness goes false, keep-alive ends, running requests are finished, exit within 10 s', async (t) => {
    const site = await startReady(t, {
      env: { PAGE_CACHE_BYTES: '0', LOG_LEVEL: 'warn' },
    });
    const outcomes: Outcome[] = [];
    let ready = true;
    const agent = new Agent({ keepAlive: true, maxSockets: 6 });
    t.after(() => agent.destroy());
    const paths = ['/', '/news', '/about?lang=ua', '/news/smart-protective-equipment', '/api/news', '/nope'];
    const worker = async (first: number) => {
      for (let count = first; ready; count += 1)
        outcomes.push(await ask(site.origin, paths[count % paths.length] ?? '/', agent));
    };
    // Like a load balancer: it requests /readyz, and sends no visitors after the status is not 200.
    const probe = async () => {
      while (ready) {
        ready = await fetch(`${site.origin}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        );
        await wait(200);
      }
    };
    const load = Promise.all([probe(), ...Array.from({ length: 6 }, (_, position) => worker(position))]);
    await until('the load runs', () => outcomes.length > 40);
    const before = outcomes.length;
    site.child.kill('SIGTERM');
    await load;
    // The site ends with code 1 if its time limit, which is below 10 s, has passed.
    assert.equal(await site.ended, 0);
    assert.ok(outcomes.length > before, 'requests were running');
    assert.deepEqual(
      outcomes.filter(({ whole, status }) => !whole || status >= 500),
      [],
    );
    assert.ok(
      outcomes.slice(before).some(({ closes }) => closes),
      'answers end their connections',
    );
  });

  it('finishes a page that is being streamed', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), request.url?.endsWith('/comments') ? 1500 : 0);
    });
    const site = await startReady(t, { env: { BACKEND_URL: backend.origin } });
    const page = await fetch(`${site.origin}/news/smart-protective-equipment`);
    site.child.kill('SIGTERM');
    const html = await page.text();
    assert.match(html, /The cancel tone matters/);
    assert.match(html, /<\/html>$/);
    assert.equal(await site.ended, 0);
  });

  it('answers a post whose backend does not respond before it ends, so that its visitor can send it again', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith(() => undefined);
    const site = await startReady(t, { env: { BACKEND_URL: backend.origin } });
    const post = postComment(site.origin, 'On its way');
    await until('the backend is asked', () => backend.headers.length > 0);
    site.child.kill('SIGTERM');
    const answer = await post;
    assert.deepEqual([answer.status, await answer.json()], [504, { error: 'backendSilent' }]);
    // The site ends with code 1 if its time limit, which is below 10 s, has passed.
    assert.equal(await site.ended, 0);
  });

  it('does not wait longer than 10 s for a request that never ends', async (t) => {
    const site = await startReady(t);
    await beginEndlessRequest(site);
    site.child.kill('SIGTERM');
    assert.equal(await site.ended, 1);
    await site.says('some requests did not finish in time');
    const lastMs = loggedAt(site, 'some requests did not finish in time') - loggedAt(site, 'closing');
    assert.ok(lastMs > 5000 && lastMs < 10_000, `${lastMs} ms`);
  });

  it('marks every e-mail that it has sent, although a request never ends', async (t) => {
    const mail = await startMailServer(t, () => 'take-slowly');
    const place = { dataDir: await temporaryFolder(t), databaseUrl: null };
    const storage = await openStorage(place);
    await storage.write(async (database) => {
      for (let number = 0; number < 400; number += 1)
        await addEmail(database, { event: `email:${number}`, email: emailTo('olha@example.com'), hasMailServer: true });
    });
    const site = await startReady(t, {
      env: { DATA_DIR: place.dataDir, MAIL_URL: mail.url, MAIL_FROM: from, MAIL_TO: 'hello@obrii.example' },
    });
    await until('e-mails are sent', () => mail.taken.length > 0);
    await beginEndlessRequest(site);
    site.child.kill('SIGTERM');
    assert.equal(await site.ended, 1);
    assert.ok(mail.taken.length < 400);
    const states = await statesOf(storage);
    await storage.close();
    assert.equal(states.filter((state) => state === 'sent').length, mail.taken.length);
  });

  it('does not wait for backend calls that no visitor waits for', async (t) => {
    const backend = await fakeBackend(t);
    let hasRequest = false;
    backend.respondWith(({ url }) => {
      hasRequest ||= url === '/api/news/any';
    });
    const site = await startReady(t, { env: { BACKEND_URL: backend.origin } });
    const asked = fetch(`${site.origin}/api/news/any`);
    await until('the backend has the request', () => hasRequest);
    site.child.kill('SIGTERM');
    assert.ok((await asked).status > 0);
    assert.equal(await site.ended, 0);
  });
});

for (const [title, code, said] of [
  ['an unhandled rejection', 'Promise.reject(new Error("on purpose"))', 'unhandled rejection'],
  ['an uncaught exception', 'throw new Error("on purpose")', 'uncaught exception'],
] as const) {
  it(`${title} is logged and ends the process with a code that is not zero, after running requests were finished`, async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      setTimeout(() => answerAsUsual(request, response, body), request.url?.endsWith('/comments') ? 1500 : 0);
    });
    const site = await startReady(t, { env: { BACKEND_URL: backend.origin }, nodeArguments: preload(code) });
    const page = await fetch(`${site.origin}/news/smart-protective-equipment`);
    site.child.kill('SIGUSR2');
    assert.match(await page.text(), /<\/html>$/);
    assert.equal(await site.ended, 1);
    const line =
      site
        .output()
        .split('\n')
        .find((text) => text.includes('"fatal"')) ?? '';
    assert.equal((JSON.parse(line) as { msg: string }).msg, said);
    assert.match(line, /on purpose/);
  });
}
