import assert from 'node:assert/strict';
import { mkdir, readdir, readlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { assertLogged } from '../../support/logged.ts';
import { temporaryFolder } from '../../support/process.ts';
import { rawGet, rawPost, speak } from '../../support/raw.ts';
import { serve } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

const comments = '/api/news/1/comments';

describe('a malformed, oversized, smuggled or hostile request gets its 4xx at once and a line in the log:', () => {
  const cases: [title: string, bytes: string | string[], status: number][] = [
    ['garbage', 'garbage\r\n\r\n', 400],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a version there is not', 'GET / HTTP/9.9\r\nHost: site\r\n\r\n', 400],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two Hosts', rawGet('/', ['Host: evil.example']), 400],
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: <script>\r\nConnection: close\r\n\r\n', 400],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b@c\r\nConnection: close\r\n\r\n', 400],
    ['a NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: site\r\n\r\n', 400],
    ['a NUL in a header', rawGet('/', ['X-A: a\0b']), 400],
    ['a line break in a header', rawGet('/', ['X-A: a\rSet-Cookie: b=c']), 400],
    ['a header without a name', rawGet('/', [': value']), 400],
    ['a folded header', rawGet('/', ['X-A: a', ' folded']), 400],
    ['a space before the colon', rawGet('/', ['X-A : a']), 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', 400],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', 405],
    ['an expectation there is not', rawGet('/', ['Expect: a-miracle']), 417],
    ['an address of 5000 characters', rawGet(`/${'a'.repeat(5000)}`), 414],
    ['a query of 5000 characters', rawGet(`/?a=${'a'.repeat(5000)}`), 414],
    [
      '61 query parameters',
      rawGet(`/?${Array.from({ length: 61 }, (_, position) => `a${position}=1`).join('&')}`),
      400,
    ],
    ['61 query parameters of one name', rawGet(`/news?${'category=x&'.repeat(61)}`), 400],
    [
      '100 headers',
      rawGet(
        '/',
        Array.from({ length: 100 }, (_, position) => `X-A${position}: 1`),
      ),
      431,
    ],
    ['20 kB of headers', rawGet('/', [`X-A: ${'a'.repeat(20_000)}`]), 431],
    ['9 kB of cookies', rawGet('/', [`Cookie: a=${'a'.repeat(9000)}`]), 431],
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
    ['JSON that breaks off', rawPost(comments, '{"author":'), 400],
    ['JSON with a comma too many', rawPost(comments, '{"author":"a","content":"b",}'), 400],
    ['no JSON at all', rawPost(comments, 'author=a', ['Content-Type: application/x-www-form-urlencoded']), 415],
    ['a bare string', rawPost(comments, '"text"'), 400],
    ['null', rawPost(comments, 'null'), 400],
    ['a list', rawPost(comments, '[{"author":"a","content":"b"}]'), 400],
    ['lists for strings', rawPost(comments, '{"author":["a"],"content":["b"]}'), 400],
    ['numbers for strings', rawPost(comments, '{"author":1,"content":2}'), 400],
    ['objects for strings', rawPost(comments, '{"author":{"$ne":null},"content":{"$gt":""}}'), 400],
    ['__proto__', rawPost(comments, '{"__proto__":{"isAdmin":true},"author":"a","content":"b"}'), 400],
    [
      'constructor.prototype',
      rawPost(comments, '{"constructor":{"prototype":{"isAdmin":true}},"author":"a","content":"b"}'),
      400,
    ],
    ['10,000 levels of JSON', rawPost(comments, `${'['.repeat(10_000)}${']'.repeat(10_000)}`), 400],
    ['a character set there is not', rawPost(comments, '{}', ['Content-Type: application/json; charset=evil']), 415],
    [
      'an encoding there is not',
      rawPost(comments, '{}', ['Content-Type: application/json', 'Content-Encoding: evil']),
      415,
    ],
    [
      'gzip that is none',
      rawPost(comments, 'not gzip', ['Content-Type: application/json', 'Content-Encoding: gzip']),
      400,
    ],
    [
      'a form with 30 fields',
      rawPost('/news/smart-protective-equipment', 'a=1&'.repeat(30), [
        'Content-Type: application/x-www-form-urlencoded',
      ]),
      413,
    ],
    ['DELETE of the news', 'DELETE /api/news HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', 405],
    ['a post to a file', rawPost('/assets/site.css', ''), 405],
    ['a post to the texts', rawPost('/texts/a/en/home.json', ''), 405],
    ['a post to a probe', rawPost('/healthz', ''), 405],
    ['GET of what takes posts alone', rawGet('/api/contact'), 405],
  ];
  for (const [title, bytes, status] of cases) {
    it(`${title}: ${status}`, async (t) => {
      const site = await serve(t);
      const answer = await speak(site.origin, bytes);
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      await assertLogged(site, status);
      assert.ok(!site.logged.some(({ level }) => Number(level) >= 50), 'and it is no error of the site');
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
      assert.deepEqual(site.backend.sent, []);
      const next = await site.get('/healthz');
      assert.equal(next.status, 200, 'the next visitor is answered');
    });
  }
});

describe('CONNECT', () => {
  it('whose connection is reset after the refusal does not end the process', async (t) => {
    const site = await serve(t);
    const { hostname, port } = new URL(site.origin);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
      socket.once('data', () => socket.resetAndDestroy());
      socket.once('close', () => resolve());
    });
    // The server receives the reset before this request. A socket error without a listener would fail the test.
    assert.equal((await site.get('/healthz')).status, 200);
  });

  it('after pipelined requests closes the files of the responses that wait', async (t) => {
    const clientDir = await temporaryFolder(t);
    await mkdir(join(clientDir, 'assets'));
    const film = join(clientDir, 'assets/film-00000000.mp4');
    await writeFile(film, Buffer.alloc(20 * 1024 * 1024));
    const isOpen = async () => {
      const files = await readdir('/proc/self/fd');
      const targets = await Promise.all(files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')));
      return targets.includes(film);
    };
    const site = await serve(t, { clientDir });
    const { hostname, port } = new URL(site.origin);
    const socket = connect(Number(port), hostname);
    const get = 'GET /assets/film-00000000.mp4 HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.on('error', () => undefined);
    socket.write(`${get.repeat(4)}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
    await until('the files are open', isOpen);
    socket.destroy();
    await until('the files are closed', async () => !(await isOpen()));
  });
});
