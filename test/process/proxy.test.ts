import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeBackend, sendJson } from '../support/fake-backend.ts';
import { createCleanup, root, startReady, temporaryFolder } from '../support/process.ts';
import { startCaddy, startNginx, type Proxy, type Answer } from '../support/proxies.ts';
import { findPrograms } from '../support/tools.ts';
import { until } from '../support/until.ts';

const pages = ['/', '/news', '/about?lang=ua', '/gitl', '/api/news', '/news/smart-protective-equipment'];

/** A form that the site refuses without asking the backend. */
const form = { email: 'nobody' };

/** Visitors who read page after page, and others who send forms, until they are stopped. */
function startVisitors(proxy: Proxy, { readers, senders }: { readers: number; senders: number }) {
  const failures: string[] = [];
  let total = 0;
  let going = true;
  function count(what: string, { status, body }: Answer): void {
    total += 1;
    if (status === 0 || status >= 500) failures.push(`${what} ${status || body}`);
  }
  async function read(position: number): Promise<void> {
    for (let next = position; going; next += 1) {
      const path = pages[next % pages.length] ?? '/';
      count(path, await proxy.get(path));
      await wait(30);
    }
  }
  async function send(): Promise<void> {
    while (going) {
      const answer = await proxy.post('/gitl', form);
      // A worker of nginx that ends at a reload closes the connections on which no request has come yet.
      if (answer.status !== 0) count('POST /gitl', answer);
      await wait(30);
    }
  }
  const running = Promise.all([
    ...Array.from({ length: readers }, (_, position) => read(position)),
    ...Array.from({ length: senders }, () => send()),
  ]);
  return {
    failures,
    /** Waits until so many more requests were answered. */
    async answered(more: number) {
      const wanted = total + more;
      await until(`${more} more requests are answered`, () => total >= wanted, 30_000);
    },
    async stop() {
      going = false;
      await running;
      return total;
    },
  };
}

const redirectOf = (port: number, host: string) =>
  new Promise<[status: number | undefined, to: string | undefined]>((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path: '/news?category=AI', headers: { host } }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    }).once('error', reject);
  });

const proxies = [
  ['nginx', 'server/operations/nginx.conf', startNginx],
  ['caddy', 'server/operations/Caddyfile', startCaddy],
] as const;

it('nginx.conf has a type for every kind of file in the assets of a build', async () => {
  const entries = await readdir(join(root, 'dist/client/assets'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name));
  const extensions = new Set(files.map(({ name }) => extname(name).slice(1)));
  assert.ok(extensions.size > 8);
  const conf = await readFile(join(root, 'server/operations/nginx.conf'), 'utf8');
  const [, types = ''] = /^ +types \{(.*?)\}/ms.exec(conf) ?? [];
  const typed = types.split(';').flatMap((line) => line.trim().split(/\s+/).slice(1));
  assert.deepEqual(
    [...extensions].filter((extension) => !typed.includes(extension)),
    [],
  );
});

for (const [name, file, startProxy] of proxies) {
  const { paths, message } = findPrograms(name);
  const program = (paths as Record<string, string> | null)?.[name] ?? '';

  describe(`${name} with ${file}`, { skip: message ?? false }, () => {
    const suite = createCleanup();
    let site: Awaited<ReturnType<typeof startSite>>;

    /** Two copies behind the proxy, the first one of another release. A test starts again what it stops. */
    async function startSite() {
      const backend = await fakeBackend(suite);
      const previous = await temporaryFolder(suite);
      await cp(join(root, 'dist'), join(previous, 'dist'), { recursive: true });
      await writeFile(join(previous, 'dist/client/assets/previous-AAAAAAAA.js'), 'previous();');
      const env = { BACKEND_URL: backend.origin, TRUST_PROXY: '1', PUBLIC_URL: 'https://www.example.com' };
      const start = (position: 0 | 1, port?: number) =>
        startReady(suite, { env, port, folder: position === 0 ? previous : root });
      const copies = [await start(0), await start(1)] as const;
      const ports = [copies[0].port, copies[1].port] as const;
      const running = { 0: copies[0], 1: copies[1] };
      const proxy = await startProxy(suite, program, ports);
      let readyAt = performance.now();
      return {
        backend,
        proxy,
        async stop(position: 0 | 1, signal: 'SIGTERM' | 'SIGKILL') {
          running[position].child.kill(signal);
          return running[position].ended;
        },
        /** Resolves when the copy is ready. */
        async startAgain(position: 0 | 1) {
          running[position] = await start(position, ports[position]);
          readyAt = performance.now();
        },
        /**
         * Resolves when the proxy asks the copy again that was started last. Until it was ready each request could
         * begin its pause of one second anew, and nginx counts whole seconds: it may take two.
         */
        async pauseIsOver() {
          await until('the pause of the copy is over', () => performance.now() - readyAt > 2500);
        },
      };
    }
    before(async () => {
      site = await startSite();
    });
    after(() => suite.end());

    it('loses no request while one copy after the other is restarted', async (t) => {
      const visitors = startVisitors(site.proxy, { readers: 4, senders: 4 });
      await visitors.answered(100);
      for (const position of [0, 1] as const) {
        await site.proxy.setDown(position, true);
        assert.equal(await site.stop(position, 'SIGTERM'), 0);
        await visitors.answered(50);
        await site.startAgain(position);
        // The other copy is stopped as soon as this one is ready: the proxy must know by then.
        await site.proxy.setDown(position, false);
      }
      await visitors.answered(200);
      const total = await visitors.stop();
      t.diagnostic(`${visitors.failures.length} of ${total} requests lost`);
      assert.deepEqual(visitors.failures, []);
    });

    it('sends requests to a copy again as soon as it is back', async () => {
      const { proxy } = site;
      await site.pauseIsOver();
      await site.stop(0, 'SIGKILL');
      // Several, so that one of them meets the stopped copy.
      for (let count = 0; count < 4; count += 1) assert.equal((await proxy.get('/about')).status, 200);
      await site.startAgain(0);
      await site.pauseIsOver();
      await site.stop(1, 'SIGKILL');
      for (let count = 0; count < 4; count += 1) assert.equal((await proxy.get('/about')).status, 200);
      await site.startAgain(1);
    });

    it('finds the assets of another release in the other copy or in the folder', async () => {
      const { proxy } = site;
      await site.pauseIsOver();
      await writeFile(join(proxy.assetsDir, 'assets/earlier-BBBBBBBB.js'), 'earlier();');
      // Caddy asks one copy only: the folder holds the assets of every release there.
      if (name === 'caddy') await writeFile(join(proxy.assetsDir, 'assets/previous-AAAAAAAA.js'), 'previous();');
      for (let count = 0; count < 4; count += 1) {
        for (const [path, text] of [
          ['/assets/previous-AAAAAAAA.js', 'previous();'],
          ['/assets/earlier-BBBBBBBB.js', 'earlier();'],
        ] as const) {
          const answer = await proxy.get(path);
          assert.deepEqual([answer.status, answer.body], [200, text], path);
          assert.match(answer.headers['content-type'] ?? '', /^text\/javascript/);
          assert.match(answer.headers['cache-control'] ?? '', /immutable/);
          assert.equal(answer.headers['x-content-type-options'], 'nosniff');
        }
        assert.equal((await proxy.get('/assets/none-CCCCCCCC.js')).status, 404);
        assert.equal((await proxy.get('/about')).status, 200);
      }
    });

    it('hands over the address, the scheme and the name, whatever a visitor writes into the headers', async () => {
      const { proxy } = site;
      const forged = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', 'x-request-id': 'forged' };
      const answer = await proxy.get('/about', { headers: forged });
      assert.equal(answer.status, 200);
      assert.match(answer.headers['strict-transport-security'] ?? '', /max-age/);
      assert.notEqual(answer.headers['x-request-id'], 'forged');
      const [status, to] = await redirectOf(proxy.httpPort, 'www.example.com');
      assert.equal(status, 308);
      assert.match(to ?? '', /^https:\/\/www\.example\.com(:\d+)?\/news\?category=AI$/);
      const apex = await proxy.get('/news', { host: 'example.com' });
      assert.deepEqual([apex.status, apex.headers.location], [308, 'https://www.example.com/news']);
    });

    it('serves pages while the backend is down, however many missing articles are asked for', async () => {
      const { backend, proxy } = site;
      // The last test: the backend stays down.
      backend.respondWith((_request, response) => sendJson(response, 500, {}));
      for (let count = 0; count < 4; count += 1) {
        assert.equal((await proxy.get(`/news/missing-${count}`)).status, 503);
        for (const page of ['/', '/about', '/contacts']) assert.equal((await proxy.get(page)).status, 200, page);
      }
    });
  });
}
