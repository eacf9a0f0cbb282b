import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sendJson } from '../support/fake-upstream.ts';
import { speak } from '../support/raw.ts';
import { serve, type Served } from '../support/serve.ts';

const get = (path: string, headers: string[] = []) =>
  [
    'GET ',
    path,
    ' HTTP/1.1\r\nHost: site\r\nConnection: close\r\n',
    ...headers.map((line) => `${line}\r\n`),
    '\r\n',
  ].join('');

function post(path: string, body: string, headers: string[] = ['Content-Type: application/json']) {
  return `POST ${path} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** One line, of whatever kind, that says what was answered. */
async function assertLogged({ logged }: Served, status: number) {
  const isIt = (line: Record<string, unknown>) =>
    [line, line['request']].some((fields) => (fields as { status?: number } | undefined)?.status === status);
  for (let tries = 0; tries < 40 && !logged.some(isIt); tries += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  assert.ok(logged.some(isIt), `a line with status ${status}`);
}

const comments = '/api/news/1/comments';

describe('a malformed, oversized, smuggled or hostile request gets its 4xx at once and a line in the log:', () => {
  const cases: [title: string, bytes: string | string[], status: number][] = [
    ['garbage', 'garbage\r\n\r\n', 400],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a version there is not', 'GET / HTTP/9.9\r\nHost: site\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', get('/', ['Host: evil.example']), 400],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n', 400],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b@c\r\nConnection: close\r\n\r\n', 400],
    ['a NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: site\r\n\r\n', 400],
    ['a NUL in a header', get('/', ['X-A: a\0b']), 400],
    ['a line break in a header', get('/', ['X-A: a\rSet-Cookie: b=c']), 400],
    ['a header without a name', get('/', [': value']), 400],
    ['a folded header', get('/', ['X-A: a', ' folded']), 400],
    ['a space before the colon', get('/', ['X-A : a']), 400],
    ['an address of another site', get('http://evil.example/'), 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', 400],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', 405],
    ['an expectation there is not', get('/', ['Expect: a-miracle']), 417],
    ['an address of 5000 characters', get(`/${'a'.repeat(5000)}`), 414],
    ['a query of 5000 characters', get(`/?a=${'a'.repeat(5000)}`), 414],
    ['61 query parameters', get(`/?${Array.from({ length: 61 }, (_, position) => `a${position}=1`).join('&')}`), 400],
    ['61 query parameters of one name', get(`/news?${'category=x&'.repeat(61)}`), 400],
    [
      '100 headers',
      get(
        '/',
        Array.from({ length: 100 }, (_, position) => `X-A${position}: 1`),
      ),
      431,
    ],
    ['20 kB of headers', get('/', [`X-A: ${'a'.repeat(20_000)}`]), 431],
    ['9 kB of cookies', get('/', [`Cookie: a=${'a'.repeat(9000)}`]), 431],
    [
      'content-length and chunked (CL.TE)',
      'POST /api/news/1/comments HTTP/1.1\r\nHost: site\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
      400,
    ],
    [
      'chunked twice (TE.TE)',
      'POST /api/news/1/comments HTTP/1.1\r\nHost: site\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a disguised chunked',
      'POST /api/news/1/comments HTTP/1.1\r\nHost: site\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two content-lengths',
      'POST /api/news/1/comments HTTP/1.1\r\nHost: site\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde',
      400,
    ],
    [
      'a negative content-length',
      'POST /api/news/1/comments HTTP/1.1\r\nHost: site\r\nContent-Length: -1\r\n\r\n',
      400,
    ],
    [
      'a chunk size that is none',
      'POST /api/news/1/comments HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n',
      400,
    ],
    [
      'a body of 10 GB, announced',
      `POST ${comments} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 10737418240\r\n\r\n{`,
      413,
    ],
    ['a body of 10 GB to a page', 'POST /about HTTP/1.1\r\nHost: site\r\nContent-Length: 10737418240\r\n\r\n{', 413],
    [
      'a body of 200 kB in chunks that never ends',
      [
        `POST ${comments} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        `30d40\r\n${'a'.repeat(200_000)}\r\n`,
      ],
      413,
    ],
    ['JSON that breaks off', post(comments, '{"author":'), 400],
    ['JSON with a comma too many', post(comments, '{"author":"a","content":"b",}'), 400],
    ['no JSON at all', post(comments, 'author=a', ['Content-Type: application/x-www-form-urlencoded']), 415],
    ['a bare string', post(comments, '"text"'), 400],
    ['null', post(comments, 'null'), 400],
    ['a list', post(comments, '[{"author":"a","content":"b"}]'), 400],
    ['lists for strings', post(comments, '{"author":["a"],"content":["b"]}'), 400],
    ['numbers for strings', post(comments, '{"author":1,"content":2}'), 400],
    ['objects for strings', post(comments, '{"author":{"$ne":null},"content":{"$gt":""}}'), 400],
    ['__proto__', post(comments, '{"__proto__":{"isAdmin":true},"author":"a","content":"b"}'), 400],
    [
      'constructor.prototype',
      post(comments, '{"constructor":{"prototype":{"isAdmin":true}},"author":"a","content":"b"}'),
      400,
    ],
    ['10,000 levels of JSON', post(comments, `${'['.repeat(10_000)}${']'.repeat(10_000)}`), 400],
    ['a character set there is not', post(comments, '{}', ['Content-Type: application/json; charset=evil']), 415],
    [
      'an encoding there is not',
      post(comments, '{}', ['Content-Type: application/json', 'Content-Encoding: evil']),
      415,
    ],
    [
      'gzip that is none',
      post(comments, 'not gzip', ['Content-Type: application/json', 'Content-Encoding: gzip']),
      400,
    ],
    [
      'a form with 30 fields',
      post('/news/smart-protective-equipment', 'a=1&'.repeat(30), ['Content-Type: application/x-www-form-urlencoded']),
      413,
    ],
    ['DELETE of the news', 'DELETE /api/news HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', 405],
    ['a post to a file', post('/assets/site.css', ''), 405],
    ['a post to the texts', post('/texts/a/en/home.json', ''), 405],
    ['a post to a probe', post('/healthz', ''), 405],
    ['GET of what takes posts alone', get('/api/contact'), 405],
  ];
  for (const [title, bytes, status] of cases) {
    it(`${title}: ${status}`, async (t) => {
      const site = await serve(t);
      const answer = await speak(site.origin, bytes);
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      assert.ok(answer.ms < 1500, `after ${Math.round(answer.ms)} ms`);
      await assertLogged(site, status);
      assert.ok(!site.logged.some(({ level }) => Number(level) >= 50), 'and it is no error of the site');
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
      assert.deepEqual(site.upstream.sent, []);
      const next = await site.get('/healthz');
      assert.equal(next.status, 200, 'the next visitor is answered');
    });
  }
});

describe('slow requests', () => {
  it('are answered 408 when their head does not come in time, and logged', async (t) => {
    const site = await serve(t, { limits: { headersMs: 700 } });
    const answer = await speak(site.origin, 'GET / HTTP/1.1\r\nHost: si', { patienceMs: 6000 });
    assert.equal(answer.status, 408);
    await assertLogged(site, 408);
  });

  it('are answered 408 when their body does not come in time', async (t) => {
    const site = await serve(t, { limits: { headersMs: 700, requestMs: 900 } });
    const answer = await speak(
      site.origin,
      `POST ${comments} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{`,
      { patienceMs: 6000 },
    );
    assert.equal(answer.status, 408);
    await assertLogged(site, 408);
  });

  it('hold up nobody: a hundred of them leave the site as quick as it was', async (t) => {
    const site = await serve(t, { limits: { headersMs: 2000 } });
    const slow = Array.from({ length: 100 }, () => speak(site.origin, 'GET / HTTP/1.1\r\nX-', { patienceMs: 8000 }));
    const started = performance.now();
    assert.equal((await site.get('/about')).status, 200);
    assert.ok(performance.now() - started < 1500);
    for (const { status } of await Promise.all(slow)) assert.equal(status, 408);
  });
});

describe('connections', () => {
  it('beyond the limit are dropped, said in the log, and the others go on', async (t) => {
    const site = await serve(t, { limits: { maxConnections: 5 } });
    const held = Array.from({ length: 5 }, () => speak(site.origin, 'GET / HTTP/1.1\r\n', { patienceMs: 700 }));
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const dropped = await speak(site.origin, get('/healthz'), { patienceMs: 400 });
    assert.equal(dropped.status, 0);
    assert.ok(site.logged.some(({ msg }) => /too many are open/.test(String(msg))));
    await Promise.all(held);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    assert.equal((await speak(site.origin, get('/healthz'))).status, 200);
  });
});

describe('paths that leave static/', () => {
  const paths = [
    '/../package.json',
    '/static/../package.json',
    '/static/../../package.json',
    '/assets/../../package.json',
    '/assets/../server/main.js',
    '/static/%2e%2e/package.json',
    '/static/%2e%2e%2fpackage.json',
    '/static/..%2fpackage.json',
    '/static/..%5cpackage.json',
    '/static/..\\package.json',
    '/assets/%252e%252e/%252e%252e/package.json',
    '/static/%c0%ae%c0%ae/package.json',
    '/static/%u002e%u002e/package.json',
    '/static/....//package.json',
    '/static/.%00./package.json',
    '/static/..;/package.json',
    '//etc/passwd',
    '/static//etc/passwd',
    '/%2fetc%2fpasswd',
    '/static/%2fetc%2fpasswd',
    '/..%2f..%2f..%2fetc/passwd',
    '/.env',
    '/.git/config',
    '/static/.git/HEAD',
    '/media/../api/news',
    '/media/%2e%2e/api/news/1',
    '/media/..%2fapi%2fnews',
    '/texts/../../package/en.json',
    '/texts/a/..%2f..%2fpackage/home.json',
  ];
  for (const path of paths) {
    it(`${path} is answered 4xx and shows nothing`, async (t) => {
      const site = await serve(t);
      const { status, text } = await speak(site.origin, get(path));
      assert.ok((status >= 400 && status < 500) || status === 301, `${status}`);
      assert.doesNotMatch(text, /"private": true|root:x:|createRequire|\[core\]|ref: refs/);
      for (const asked of site.upstream.asked.keys())
        assert.doesNotMatch(asked, /^\/media\/.*(\.\.|%2e%2e)|^\/api\/news\/1$/i);
    });
  }
});

describe('CRLF', () => {
  for (const path of [
    '/%0d%0aSet-Cookie:%20a=b',
    '/News/%0d%0aSet-Cookie:%20a=b/',
    '/news?category=%0d%0aSet-Cookie:%20a=b',
    '/About/?a=%0d%0aSet-Cookie:%20a=b',
    '/news/a%0d%0aSet-Cookie:%20a=b/',
  ]) {
    it(`in ${path} starts no header`, async (t) => {
      const { text } = await speak(
        (await serve(t, { config: { trustProxy: 1 } })).origin,
        get(path, ['X-Forwarded-Proto: https']),
      );
      const [head = ''] = text.split('\r\n\r\n');
      assert.doesNotMatch(head, /^set-cookie: a=b/im);
    });
  }

  it('in a request id of the proxy is not sent back', async (t) => {
    const { text } = await speak(
      (await serve(t, { config: { trustProxy: 1 } })).origin,
      get('/', ['X-Request-Id: aaaaaaaa%0d%0aEvil: 1']),
    );
    assert.doesNotMatch(text, /Evil/);
  });
});

describe('Host', () => {
  const asked = (host: string, path = '/about') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

  it('may be anything where ALLOWED_HOSTS names none', async (t) => {
    const site = await serve(t);
    assert.equal((await speak(site.origin, asked('anything.example'))).status, 200);
  });

  it('is answered 421 where ALLOWED_HOSTS names others, 200 where it names this one, with or without a port', async (t) => {
    const site = await serve(t, { config: { allowedHosts: ['www.obrii.example'] } });
    assert.equal((await speak(site.origin, asked('evil.example'))).status, 421);
    assert.equal((await speak(site.origin, asked('WWW.obrii.example:8443'))).status, 200);
    assert.equal((await speak(site.origin, asked('www.obrii.example.evil.example'))).status, 421);
    assert.equal((await speak(site.origin, asked('10.0.0.7:3000', '/readyz'))).status, 200, 'a probe asks by address');
    await assertLogged(site, 421);
  });

  it('is never believed: canonical links name PUBLIC_URL', async (t) => {
    const site = await serve(t);
    const { text } = await speak(
      site.origin,
      `GET /about HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
    );
    assert.doesNotMatch(text, /evil\.example/);
    assert.match(text, /rel="canonical" href="https:\/\/obrii\.example\/about/);
  });
});

describe('X-Forwarded-*', () => {
  const limited = (t: Parameters<typeof serve>[0], trustProxy: number | false) =>
    serve(t, { config: { trustProxy, rateLimit: 1 } });
  const comment = (site: Served, address: string, content: string) =>
    site.get(comments, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ author: 'Olha', content }),
    });

  it('is not believed unless TRUST_PROXY says so: a made-up address is still the same visitor', async (t) => {
    const site = await limited(t, false);
    assert.equal((await comment(site, '1.1.1.1', 'a')).status, 201);
    assert.equal((await comment(site, '2.2.2.2', 'b')).status, 429);
  });

  it('is believed as far as TRUST_PROXY counts: what the visitor wrote in front is not', async (t) => {
    const site = await limited(t, 1);
    assert.equal((await comment(site, '9.9.9.9, 1.1.1.1', 'a')).status, 201);
    assert.equal((await comment(site, '8.8.8.8, 1.1.1.1', 'b')).status, 429);
    assert.equal((await comment(site, '8.8.8.8, 2.2.2.2', 'c')).status, 201);
  });

  it('moves a visitor who came by http to https, once, to the canonical address, by PUBLIC_URL’s name', async (t) => {
    const site = await serve(t, { config: { trustProxy: 1 } });
    const answer = await site.get('/News/?category=General', {
      headers: { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' },
    });
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.get('location'), 'https://obrii.example/news?category=General');
    const next = await site.get('/news?category=General', { headers: { 'x-forwarded-proto': 'https' } });
    assert.equal(next.status, 200);
    assert.match(next.headers.get('strict-transport-security') ?? '', /max-age=63072000/);
    assert.equal((await site.get('/healthz', { headers: { 'x-forwarded-proto': 'http' } })).status, 200);
  });

  it('moves nobody where no proxy is trusted, or where PUBLIC_URL is http', async (t) => {
    const headers = { 'x-forwarded-proto': 'http' };
    assert.equal((await (await serve(t)).get('/about', { headers })).status, 200);
    const plain = await serve(t, { config: { trustProxy: 1, publicUrl: 'http://obrii.example' } });
    const answer = await plain.get('/about', { headers });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('strict-transport-security'), null);
  });
});

describe('cookies that are not ours', () => {
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
      const { status, text } = await speak(site.origin, Buffer.from(get('/about', [`Cookie: ${cookie}`]), 'latin1'));
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<script>(?!<)|set-cookie/i);
      assert.match(text, /<html lang="en"/);
    });
  }
});

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
      const site = await serve(t);
      const answer = await site.get('/static/icons.svg', { headers: { range, 'accept-encoding': 'identity' } });
      assert.equal(answer.status, status);
    });
  }
});

describe('repeated requests', () => {
  it('on one connection, a bad one among them, end there: nothing behind it is answered', async (t) => {
    const site = await serve(t);
    const good = 'GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n';
    const { text } = await speak(site.origin, `${good}${good}nonsense\r\n\r\n${good}`, { untilClosed: true });
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    assert.match(statuses.join(' '), /^200( 200)?( 400)?$/);
    assert.equal((await site.get('/healthz')).status, 200);
  });

  it('with the same parameter many times take the first', async (t) => {
    const site = await serve(t);
    assert.equal((await site.get('/news?category=General&category=Technology&lang=en&lang=ua')).status, 200);
    assert.match(await site.html('/about?lang=ua&lang=en'), /<html lang="uk"/);
  });
});

it('a backend that answers with what the visitor sent cannot split the answer', async (t) => {
  const site = await serve(t);
  site.upstream.misbehave((_request, response) => {
    response.setHeader('Retry-After', '7');
    sendJson(response, 429, { error: 'a\r\nSet-Cookie: a=b' });
  });
  const answer = await site.get(comments, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"author":"a","content":"b"}',
  });
  assert.equal(answer.status, 429);
  assert.equal(answer.headers.get('retry-after'), '7');
  assert.equal(answer.headers.get('set-cookie'), null);
});
