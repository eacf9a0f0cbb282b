import assert from 'node:assert/strict';
import { cp, writeFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fakeUpstream, sendJson } from '../support/fake-upstream.ts';
import { root, startReady, temporaryFolder } from '../support/process.ts';
import { startCaddy, startNginx, type Proxy } from '../support/proxies.ts';
import { findPrograms } from '../support/tools.ts';
import { until } from '../support/until.ts';

const pages = ['/', '/news', '/about?lang=ua', '/gitl', '/api/news', '/news/smart-protective-equipment'];

/** Visitors who read page after page until they are stopped. */
function startVisitors(proxy: Proxy, count: number) {
  const failures: string[] = [];
  let total = 0;
  let going = true;
  const running = Promise.all(
    Array.from({ length: count }, async (_, position) => {
      for (let next = position; going; next += 1) {
        const path = pages[next % pages.length] ?? '/';
        const { status } = await proxy.get(path);
        total += 1;
        if (status === 0 || status >= 500) failures.push(`${path} ${status}`);
      }
    }),
  );
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

for (const [name, file, startProxy] of proxies) {
  const { paths, message } = findPrograms(name);
  const program = (paths as Record<string, string> | null)?.[name] ?? '';

  describe(`${name} with ${file}`, { skip: message ?? false }, () => {
    async function startSite(t: TestContext, folders: [string?, string?] = []) {
      const upstream = await fakeUpstream(t);
      const env = { BACKEND_URL: upstream.origin, TRUST_PROXY: '1', PUBLIC_URL: 'https://www.example.com' };
      const start = (port?: number, folder?: string) => startReady(t, { env, port, folder });
      const copies = [await start(undefined, folders[0]), await start(undefined, folders[1])] as const;
      const proxy = await startProxy(t, program, [copies[0].port, copies[1].port]);
      return { upstream, copies, start, proxy };
    }

    it('loses no request while one copy after the other is restarted', async (t) => {
      const { copies, start, proxy } = await startSite(t);
      const visitors = startVisitors(proxy, 6);
      await visitors.answered(100);
      for (const copy of copies) {
        copy.child.kill('SIGTERM');
        assert.equal(await copy.ended, 0);
        await visitors.answered(50);
        // The other copy is stopped as soon as this one is ready: the proxy must know by then.
        await start(copy.port);
      }
      await visitors.answered(200);
      const total = await visitors.stop();
      t.diagnostic(`${visitors.failures.length} of ${total} requests lost`);
      assert.deepEqual(visitors.failures, []);
    });

    it('sends requests to a copy again as soon as it is back', async (t) => {
      const { copies, start, proxy } = await startSite(t);
      copies[0].child.kill('SIGKILL');
      await copies[0].ended;
      const stopped = performance.now();
      // Several, so that one of them meets the stopped copy.
      for (let count = 0; count < 4; count += 1) assert.equal((await proxy.get('/about')).status, 200);
      await start(copies[0].port);
      // nginx counts whole seconds: a pause of one second may take two.
      await until('the pause of the copy is over', () => performance.now() - stopped > 2500);
      copies[1].child.kill('SIGKILL');
      await copies[1].ended;
      for (let count = 0; count < 4; count += 1) assert.equal((await proxy.get('/about')).status, 200);
    });

    it('serves pages while the backend is down, however many missing articles are asked for', async (t) => {
      const { upstream, proxy } = await startSite(t);
      upstream.misbehave((_request, response) => sendJson(response, 500, {}));
      for (let count = 0; count < 4; count += 1) {
        assert.equal((await proxy.get(`/news/missing-${count}`)).status, 503);
        for (const page of ['/', '/about', '/contacts']) assert.equal((await proxy.get(page)).status, 200, page);
      }
    });

    it('finds the assets of another release in the other copy or in the folder', async (t) => {
      const previous = await temporaryFolder(t);
      await cp(join(root, 'dist'), join(previous, 'dist'), { recursive: true });
      await writeFile(join(previous, 'dist/client/assets/previous-AAAAAAAA.js'), 'previous();');
      const { proxy } = await startSite(t, [previous]);
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

    it('hands over the address, the scheme and the name, whatever a visitor writes into the headers', async (t) => {
      const { proxy } = await startSite(t);
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
  });
}
