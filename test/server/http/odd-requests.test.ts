import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { goodMessage } from '../../support/contact.ts';
import { temporaryFolder } from '../../support/process.ts';
import { rawGet, rawPost, speak } from '../../support/raw.ts';
import { serve } from '../../support/serve.ts';

describe('cookies that are not of this site', () => {
  for (const cookie of [
    'a=b; c=d',
    '=;;;=;',
    '__proto__=x; constructor=y',
    'language=<script>',
    'language=ua%0d%0a',
    `tracking=${'x'.repeat(4000)}`,
    'language=en; language=ua',
    '\u00ff=\u00ff',
  ]) {
    it(`${JSON.stringify(cookie.slice(0, 40))} changes nothing`, async (t) => {
      const site = await serve(t);
      const { status, text } = await speak(site.origin, Buffer.from(rawGet('/about', [`Cookie: ${cookie}`]), 'latin1'));
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<script>(?!<)|set-cookie/i);
      assert.match(text, /<html lang="en"/);
    });
  }
});

/** Files of a built site, one of which is at its top. */
const builtPaths = ['/assets/drawing.svg', '/logo.svg'];

/** Creates the folder of a built site, whose files have 9000 bytes. */
async function openClientDir(t: TestContext): Promise<string> {
  const clientDir = await temporaryFolder(t);
  await mkdir(join(clientDir, 'assets'));
  for (const path of builtPaths) await writeFile(join(clientDir, path), '<svg></svg>'.padEnd(9000));
  return clientDir;
}

describe('ranges', () => {
  for (const [range, status] of [
    ['bytes=0-9', 206],
    ['bytes=5-2', 200],
    ['bytes=-5', 200],
    ['bytes=a-b', 200],
    ['bytes=0-1,5-9', 200],
    ['lines=1-2', 200],
    ['bytes=999999999-', 416],
  ] as const) {
    it(`${range} is answered ${status}`, async (t) => {
      const site = await serve(t, { clientDir: await openClientDir(t) });
      for (const path of ['/static/icons.svg', ...builtPaths]) {
        const answer = await site.get(path, { headers: { range, 'accept-encoding': 'identity' } });
        assert.equal(answer.status, status, path);
      }
    });
  }

  it('beyond the end of a file get a response that no cache may send to other visitors', async (t) => {
    const site = await serve(t, { clientDir: await openClientDir(t) });
    for (const path of builtPaths) {
      const answer = await site.get(path, { headers: { range: 'bytes=9000-', 'if-none-match': '"other"' } });
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [416, 'no-store'], path);
      const whole = await site.get(path);
      assert.match(whole.headers.get('cache-control') ?? '', /^public, max-age=/);
    }
  });
});

describe('repeated requests', () => {
  it('on one connection end after an invalid one: later ones get no response', async (t) => {
    const site = await serve(t);
    const good = 'GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n';
    const { text } = await speak(site.origin, `${good}${good}nonsense\r\n\r\n${good}`, { untilClosed: true });
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    assert.match(statuses.join(' '), /^200( 200)?( 400)?$/);
    assert.equal((await site.get('/healthz')).status, 200);
  });

  it('with the same parameter several times use the first', async (t) => {
    const site = await serve(t);
    assert.equal((await site.get('/news?category=General&category=Technology&lang=en&lang=ua')).status, 200);
    assert.match(await site.html('/about?lang=ua&lang=en'), /<html lang="uk"/);
  });
});

describe('an odd request', () => {
  for (const target of ['//host/..', '//%0d%0a', '///', '/..', '/%2e%2e/about', '//']) {
    it(`for ${target} gets a valid response`, async (t) => {
      const site = await serve(t);
      const { status } = await speak(site.origin, rawGet(target));
      assert.ok(status === 404 || status === 400 || status === 200, `${status}`);
    });
  }

  it('with a target in absolute form is read as its path', async (t) => {
    const site = await serve(t);
    const { status, text } = await speak(site.origin, rawGet('http://obrii.example/about?lang=ua'));
    assert.equal(status, 200);
    assert.match(text, /Content-Language: uk/i);
  });

  it('that accepts brotli with a weight of zero gets no brotli, in any spelling', async (t) => {
    const { get } = await serve(t);
    // A page that is stored, one that is not, and a call.
    for (const path of ['/about', '/contacts?estimate=1&kind=web', '/api/news'])
      for (const accepted of ['br;q=0', 'br;q =0', 'br ; q= 0.0, gzip', 'gzip, br;q=0', 'br;Q=0', 'BR\t;q=0.000'])
        assert.notEqual(
          (await get(path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding'),
          'br',
          `${path} ${accepted}`,
        );
  });

  it('for a file that refuses brotli by its weight gets the file uncompressed', async (t) => {
    const clientDir = await temporaryFolder(t);
    await mkdir(join(clientDir, 'assets'));
    await writeFile(join(clientDir, 'assets/a.js'), 'plain();');
    await writeFile(join(clientDir, 'assets/a.js.br'), brotliCompressSync('plain();'));
    const { get } = await serve(t, { clientDir });
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['br;q=0.5', 'br'],
      ['br;q=0', null],
      ['gzip, br ;Q=0.00', null],
    ] as const) {
      const answer = await get('/assets/a.js', { headers: { 'accept-encoding': accepted } });
      assert.equal(answer.headers.get('content-encoding'), encoding, accepted);
      assert.equal(await answer.text(), 'plain();');
    }
  });

  it('for a file that the client has, by any form of its ETag, gets the same headers with 304 as with 200', async (t) => {
    const { get } = await serve(t, { clientDir: await openClientDir(t) });
    const [path = ''] = builtPaths;
    const complete = (await get(path)).headers;
    const ifNoneMatch = complete.get('etag') ?? '';
    const strong = ifNoneMatch.replace('W/', '');
    for (const known of [ifNoneMatch, strong, `"other", ${strong}`, '*']) {
      const answer = await get(path, { headers: { 'if-none-match': known } });
      assert.equal(answer.status, 304, known);
      for (const name of ['cache-control', 'etag', 'vary'])
        assert.equal(answer.headers.get(name), complete.get(name), name);
      assert.equal(answer.headers.get('content-length'), null);
      const missing = await get('/assets/none.svg', { headers: { 'if-none-match': known } });
      assert.deepEqual([missing.status, missing.headers.get('etag')], [404, null], known);
    }
    const other = await get(path, { headers: { 'if-none-match': 'W/"other"' } });
    assert.deepEqual([other.status, (await other.text()).length], [200, 9000]);
  });

  it('for a part of a file that the client has, and for its head, is 304 without a body', async (t) => {
    const site = await serve(t, { clientDir: await openClientDir(t) });
    const [path = ''] = builtPaths;
    for (const method of ['GET', 'HEAD']) {
      const request = `${method} ${path} HTTP/1.1\r\nHost: site\r\nIf-None-Match: *\r\nRange: bytes=0-9\r\n\r\n`;
      // The second response begins where the first one ends.
      const { text } = await speak(site.origin, request + rawGet('/healthz'), { untilClosed: true });
      assert.match(text, /^HTTP\/1\.1 304 [^]*?\r\n\r\nHTTP\/1\.1 200 /);
    }
  });

  it('with a value that cannot be printed, anywhere in a JSON body, is a 4xx', async (t) => {
    const purgeToken = 'a-token-that-purges-in-tests';
    const { get, logged } = await serve(t, { config: { purgeToken } });
    const invoice = { machine_id: 'A', email: 'a@b.ua', plan: 'yearly', language: 'en' };
    for (const odd of [{ toString: 1 }, { valueOf: 1, toString: null }, { toJSON: 1, toString: 1 }])
      for (const [path, ...bodies] of [
        ['/api/news/1/comments', odd, { author: odd, content: 'x' }],
        ['/api/trial/start', odd, { machine_id: odd, email: 'a@b.ua' }],
        ['/api/monopay/invoice/create', odd, { ...invoice, email: odd }],
        ['/api/contact', odd, { ...goodMessage(), firstName: odd }, { ...goodMessage(), attachment: odd }],
        ['/api/contact', { ...goodMessage(), attachment: { name: odd, type: odd, data: odd } }],
        ['/vitals', odd, { route: odd }],
        ['/reports/errors', odd, { kind: odd }],
        ['/reports/csp', odd, { 'csp-report': odd }, { 'csp-report': { 'effective-directive': odd } }],
        ['/purge', odd, { slugs: [odd] }, { all: odd }],
      ] as const)
        for (const body of bodies) {
          const type = path === '/reports/csp' ? 'application/csp-report' : 'application/json';
          const headers = { 'content-type': type, authorization: `Bearer ${purgeToken}` };
          const sent = JSON.stringify(body);
          const { status } = await get(path, { method: 'POST', headers, body: sent });
          // A report without anything that can be used is taken, and counts for nothing.
          assert.equal(status, path === '/reports/csp' && body !== odd ? 204 : 400, `${path} ${sent}`);
        }
    assert.deepEqual(
      logged.filter(({ level }) => Number(level) >= 50),
      [],
    );
  });

  for (const path of [
    '/api/news/..',
    '/api/news/%2e%2e/comments',
    '/api/news/%2e/comments',
    '/news/..%2f..',
    '/news/%2e%2e',
  ]) {
    it(`whose slug or id is no name never reaches the backend: ${path}`, async (t) => {
      const site = await serve(t);
      await speak(site.origin, rawGet(path));
      for (const asked of site.backend.requestCounts.keys())
        assert.match(asked, /^\/api\/news(\/featured|\/categories)?$/);
    });
  }

  it('whose id is no name posts nothing to the backend', async (t) => {
    const site = await serve(t);
    for (const id of ['..', '%2e%2e', '%2e', '..%2fcontact'])
      await speak(site.origin, rawPost(`/api/news/${id}/comments`, '{"author":"Olha","content":"Thank you"}'));
    assert.deepEqual(site.backend.sent, []);
  });

  it('for another spelling of an address is redirected, and the redirect is cached for a day', async (t) => {
    const { get } = await serve(t);
    assert.equal((await get('/ABOUT/')).headers.get('cache-control'), 'public, max-age=86400');
    const personal = await get('/checkout/?email=olha@example.com');
    assert.equal(personal.headers.get('cache-control'), 'private, max-age=86400');
  });

  it('for a part of a file that is not precompressed gets the part uncompressed', async (t) => {
    const clientDir = await openClientDir(t);
    const { get } = await serve(t, { clientDir });
    for (const path of ['/static/icons.svg', ...builtPaths]) {
      const answer = await get(path, { headers: { range: 'bytes=0-4999', 'accept-encoding': 'deflate' } });
      assert.equal(answer.status, 206, path);
      assert.equal(answer.headers.get('content-encoding'), null, path);
      assert.equal(answer.headers.get('content-length'), '5000', path);
    }
  });
});
