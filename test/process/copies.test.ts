import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeUpstream } from '../support/fake-upstream.ts';
import { freePort, killAfter, postComment, startReady, temporaryFolder, type SiteProcess } from '../support/process.ts';
import { findPrograms } from '../support/tools.ts';
import { until } from '../support/until.ts';

const { paths, message } = findPrograms('redis-server', 'nginx');

/** The example of the README, with the ports of this test. */
const nginxConfig = (folder: string, port: number, copies: number[]) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream site {
    ${copies.map((copy) => `server 127.0.0.1:${copy} max_fails=1 fail_timeout=1s;`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 16m;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header X-Request-Id $request_id;
      proxy_connect_timeout 2s;
      proxy_read_timeout 30s;
      proxy_next_upstream error timeout http_502 http_503;
      proxy_next_upstream_tries 2;
    }
  }
}
`;

const answers = (address: string) =>
  fetch(address).then(
    () => true,
    () => false,
  );

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

async function startRedis(t: TestContext, port?: number): Promise<{ url: string; port: number; child: ChildProcess }> {
  const at = port ?? (await freePort());
  const child = spawn(
    paths?.['redis-server'] ?? '',
    [
      '--port',
      String(at),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      await temporaryFolder(t),
    ],
    { stdio: 'ignore' },
  );
  killAfter(t, child);
  await until('Redis takes connections', () => takesConnections(at));
  return { url: `redis://127.0.0.1:${at}`, port: at, child };
}

async function startNginx(t: TestContext, copies: number[]): Promise<string> {
  const folder = await temporaryFolder(t);
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), nginxConfig(folder, port, copies));
  const child = spawn(
    paths?.nginx ?? '',
    [
      '-p',
      folder,
      '-c',
      join(folder, 'nginx.conf'),
      '-e',
      join(folder, 'error.log'),
      ...(process.getuid?.() === 0 ? ['-g', 'user root;'] : []),
    ],
    { stdio: 'ignore' },
  );
  // Its worker ends with it only when it is asked to.
  t.after(() => {
    child.kill('SIGTERM');
  });
  await until('nginx answers', () => answers(`http://127.0.0.1:${port}/healthz`));
  return `http://127.0.0.1:${port}`;
}

interface Failure {
  path: string;
  status: number;
  error?: string;
}

/** Visitors who read, page after page, until they are told to stop; answers what went wrong. */
function visitors(origin: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const failures: Failure[] = [];
  let total = 0;
  let going = true;
  const ask = (path: string) =>
    new Promise<void>((resolve) => {
      const fail = (failure: Omit<Failure, 'path'>) => {
        failures.push({ path, ...failure });
        resolve();
      };
      const request = httpRequest(origin + path, { agent }, (response) => {
        response.resume();
        response.once('end', () => {
          if (!response.complete || (response.statusCode ?? 0) >= 500) fail({ status: response.statusCode ?? 0 });
          else resolve();
        });
        response.once('error', (error) => fail({ status: 0, error: error.message }));
      });
      request.once('error', (error) => fail({ status: 0, error: error.message }));
      request.end();
    });
  const pages = ['/', '/news', '/about?lang=ua', '/gitl', '/api/news', '/news/smart-protective-equipment'];
  const running = Promise.all(
    Array.from({ length: count }, async (_, position) => {
      for (let next = position; going; next += 1) {
        await ask(pages[next % pages.length] ?? '/');
        total += 1;
        await wait(5);
      }
    }),
  );
  return {
    failures,
    get total() {
      return total;
    },
    async stop() {
      going = false;
      await running;
      agent.destroy();
    },
  };
}

describe('two copies behind nginx with one Redis', { skip: message ?? false }, () => {
  async function startCopies(t: TestContext, env: Record<string, string> = {}) {
    const upstream = await fakeUpstream(t);
    const redis = await startRedis(t);
    const common = {
      BACKEND_URL: upstream.origin,
      REDIS_URL: redis.url,
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://obrii.example',
      LOG_LEVEL: 'info',
      ...env,
    };
    const start = (port?: number): Promise<SiteProcess> => startReady(t, { env: common, port });
    const copies = [await start(), await start()] as const;
    return {
      copies,
      start,
      origin: await startNginx(
        t,
        copies.map(({ port }) => port),
      ),
    };
  }

  it('show no visitor an error while one is stopped with SIGTERM and started again', async (t) => {
    const {
      copies: [first],
      start,
      origin,
    } = await startCopies(t);
    const load = visitors(origin, 6);
    await wait(1500);
    first.child.kill('SIGTERM');
    assert.equal(await first.ended, 0);
    await wait(500);
    await start(first.port);
    await wait(2500);
    await load.stop();
    assert.ok(load.total > 100, `${load.total} requests`);
    assert.deepEqual(load.failures, []);
  });

  it('go on when one is killed: whoever comes after it is answered by the other', async (t) => {
    const {
      copies: [first],
      origin,
    } = await startCopies(t);
    const load = visitors(origin, 6);
    await wait(1000);
    first.child.kill('SIGKILL');
    await first.ended;
    await wait(1200);
    const soFar = load.failures.length;
    await wait(1500);
    await load.stop();
    // Those who were in the middle of an answer may see it break off; nobody later does.
    assert.ok(soFar <= 6, JSON.stringify(load.failures.slice(0, 8)));
    assert.equal(load.failures.length, soFar);
  });

  it('hold one rate limit between them', async (t) => {
    const { copies, origin } = await startCopies(t, { RATE_LIMIT: '6' });
    const statuses: number[] = [];
    for (let post = 0; post < 12; post += 1) statuses.push((await postComment(origin, `Comment ${post}`)).status);
    assert.equal(statuses.filter((status) => status === 201).length, 6, statuses.join(' '));
    assert.equal(statuses.filter((status) => status === 429).length, 6);
    for (const copy of copies) await copy.says('posts are counted in Redis');
  });
});

describe('Redis', { skip: message ?? false }, () => {
  it('that is away stops neither the start nor a post: the copy counts for itself, and says so', async (t) => {
    const upstream = await fakeUpstream(t);
    const site = await startReady(t, {
      env: { BACKEND_URL: upstream.origin, REDIS_URL: `redis://127.0.0.1:${await freePort()}`, RATE_LIMIT: '2' },
    });
    const statuses: number[] = [];
    for (let post = 0; post < 4; post += 1) statuses.push((await postComment(site.origin, `Comment ${post}`)).status);
    assert.deepEqual(statuses, [201, 201, 429, 429]);
    await site.says('this copy counts posts for itself');
  });

  it('that goes away while running is done without, and counted in again when it is back', async (t) => {
    const upstream = await fakeUpstream(t);
    const redis = await startRedis(t);
    const site = await startReady(t, { env: { BACKEND_URL: upstream.origin, REDIS_URL: redis.url, RATE_LIMIT: '3' } });
    const post = async (content: string) => (await postComment(site.origin, content)).status;
    assert.equal(await post('counted in Redis'), 201);
    redis.child.kill('SIGKILL');
    await once(redis.child, 'exit');
    assert.deepEqual([await post('a'), await post('b'), await post('c'), await post('d')], [201, 201, 201, 429]);
    await startRedis(t, redis.port);
    await site.says('posts are counted in Redis', 2);
    assert.equal(await post('counted in Redis again'), 201);
    assert.equal(site.child.exitCode, null);
  });
});
