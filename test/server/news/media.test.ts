import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { answerAsUsual, articles, fakeBackend, sendJson, type FakeBackend } from '../../support/fake-backend.ts';
import { usedMemory } from '../../support/memory.ts';
import { json } from '../../support/posts.ts';
import { rawGet, speak } from '../../support/raw.ts';
import { serve, type Served } from '../../support/serve.ts';
import { until } from '../../support/until.ts';

type Handler = NonNullable<Parameters<FakeBackend['respondWith']>[0]>;

const picture: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' }).end('a picture');
};
const comment = json({ author: 'Olha', content: 'Thank you' });

function assertQuiet({ logged }: Served): void {
  assert.deepEqual(
    logged.filter(({ level }) => Number(level) >= 50),
    [],
  );
}

/** Lets the news name pictures at the backend's own addresses, and answers everything else by `fault`. */
function nameAndAnswer({ backend }: Served, paths: readonly string[], fault: Handler): void {
  backend.respondWith((request, response, body) => {
    const named = paths.map((path, index) => {
      const id = String(index);
      return { ...articles[0], id, slug: `article-${id}`, image: backend.origin + path };
    });
    if (request.url === '/api/news') sendJson(response, 200, named);
    else if (request.url?.startsWith('/api/')) answerAsUsual(request, response, body);
    else fault(request, response, body);
  });
}

const picturesAsked = ({ backend }: Served) =>
  [...backend.requestCounts.keys()].filter((path) => !path.startsWith('/api/'));

describe('a picture of the backend', () => {
  it('that no article contains is not requested', async (t) => {
    const site = await serve(t);
    nameAndAnswer(site, ['/media/a.png'], picture);
    assert.equal((await site.get('/media/b.png')).status, 404);
    assert.deepEqual(picturesAsked(site), []);
  });

  it('that no article contains is 503, and not 404, while the backend cannot confirm that', async (t) => {
    const site = await serve(t);
    site.backend.respondWith((_request, response) => response.writeHead(500).end());
    const response = await site.get('/media/b.png');
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  });

  for (const [condition, name, value] of [
    ['if-none-match', 'etag', '"v1"'],
    ['if-modified-since', 'last-modified', 'Sun, 01 Mar 2026 10:00:00 GMT'],
  ] as const)
    it(`is 304 when the browser has it, by ${name}`, async (t) => {
      const site = await serve(t);
      nameAndAnswer(site, ['/media/a.png'], (request, response) => {
        const known = request.headers[condition] === value;
        response.writeHead(known ? 304 : 200, { 'content-type': 'image/png', [name]: value });
        response.end(known ? undefined : 'a picture');
      });
      assert.equal((await site.get('/media/a.png')).headers.get(name), value);
      const again = await site.get('/media/a.png', { headers: { [condition]: value } });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get(name), value);
    });

  it('is not collected in memory for clients that do not read', async (t) => {
    const site = await serve(t, { config: { trustProxy: 1 } });
    const bytes = Buffer.alloc(4 * 1024 * 1024);
    let begun = 0;
    nameAndAnswer(site, ['/media/a.png'], (_request, response) => {
      begun += 1;
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes);
    });
    assert.equal((await site.get('/media/a.png')).status, 200);
    // The memory of sent data is free, but not yet collected.
    const measure = () => usedMemory().arrayBuffers / 1024 ** 2;
    const before = measure();
    const { hostname, port } = new URL(site.origin);
    for (let count = 0; count < 16; count += 1) {
      const socket = connect(Number(port), hostname).pause();
      t.after(() => socket.destroy());
      socket.write(rawGet('/media/a.png', [`X-Forwarded-For: 192.0.2.${count}`]));
    }
    await until('all are on their way', () => begun === 17);
    // Collected pictures would be there by now: they come from the same machine.
    for (let count = 0; count < 20; count += 1) await site.get('/healthz');
    const grown = measure() - before;
    assert.ok(grown < 24, `${Math.round(grown)} MB for 16 pictures of 4 MB`);
  });

  for (const [asked, path] of [
    ['/media/news/a.png', '/media/news/a.png'],
    ['/media/a.png?w=1&h=2', '/media/a.png?w=1&h=2'],
    ['/media/-/uploads/a%20b.png?w=1', '/uploads/a%20b.png?w=1'],
    ['/MEDIA/-/Uploads/a.png', '/Uploads/a.png'],
  ] as const) {
    it(`comes through ${asked}`, async (t) => {
      const site = await serve(t);
      nameAndAnswer(site, [path], picture);
      const answer = await site.get(asked);
      assert.equal(answer.status, 200);
      assert.equal(await answer.text(), 'a picture');
      assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
      assert.deepEqual(picturesAsked(site), [path]);
    });
  }

  for (const [title, fault, status] of [
    [
      'there is none',
      (_request, response) => {
        response.writeHead(404).end();
      },
      404,
    ],
    [
      'it is a page',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>');
      },
      404,
    ],
    [
      'it moved',
      (_request, response) => {
        response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
      },
      404,
    ],
    [
      'the backend fails',
      (_request, response) => {
        response.writeHead(500).end();
      },
      502,
    ],
    [
      'the backend breaks off',
      (request) => {
        request.socket.destroy();
      },
      502,
    ],
    [
      'it is endless',
      (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'image/png', 'content-length': 6_000_000 })
          .end(Buffer.alloc(6_000_000));
      },
      502,
    ],
    ['the backend is silent', () => undefined, 504],
  ] as [string, Handler, number][]) {
    it(`is a plain ${status} when ${title}, and forms still work`, async (t) => {
      const site = await serve(t, { timeoutMs: status === 504 ? 300 : 5000 });
      const paths = Array.from({ length: 8 }, (_, index) => `/media/${index}.png`);
      nameAndAnswer(site, paths, fault);
      const answers = await Promise.all(paths.map((path) => site.get(path)));
      for (const answer of answers) {
        assert.ok(answer.status === status || answer.status === 502, String(answer.status));
        assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
      }
      assert.equal(answers[0]?.status, status);
      site.backend.respondWith(null);
      assert.equal((await site.get('/api/news/1/comments', comment)).status, 201);
      assertQuiet(site);
    });
  }

  it('of the built-in news is shown while a hosted backend fails', async (t) => {
    const site = await serve(t, { config: { backendUrl: 'https://backend.example' } });
    for (const status of [500, 404]) {
      site.backend.respondWith((_request, response) => {
        response.writeHead(status).end();
      });
      const answer = await site.get('/media/news/helmet.svg');
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
      assert.match(answer.headers.get('cache-control') ?? '', /max-age=60$/);
      assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
      for (const other of ['/media/news/missing.svg', '/media/news/..%2froot%2ffavicon.svg', '/media/helmet.svg'])
        assert.notEqual((await site.get(other)).status, 200, other);
    }
  });

  it('of the built-in news is cached for a day where no other backend has a picture at its path', async (t) => {
    const site = await serve(t);
    await site.backend.close();
    const answer = await site.get('/media/news/helmet.svg');
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'public, max-age=86400']);
  });

  it('of the built-in news is sent whole to a request for a part of it: parts would be compressed', async (t) => {
    const site = await serve(t);
    await site.backend.close();
    const headers = { range: 'bytes=0-1999', 'accept-encoding': 'deflate' };
    const answer = await site.get('/media/news/helmet.svg', { headers });
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /<\/svg>\s*$/);
  });

  it('is sent without a warning of Node to a request with a body', async (t) => {
    const site = await serve(t);
    nameAndAnswer(site, ['/media/a.png'], picture);
    const { mock } = t.mock.method(process, 'emitWarning');
    const request = 'GET /media/a.png HTTP/1.1\r\nHost: obrii.example\r\nContent-Length: 3\r\n\r\nabc';
    assert.equal((await speak(site.origin, request)).status, 200);
    assert.equal(mock.callCount(), 0);
  });

  it('is still shown when others were too long', async (t) => {
    const site = await serve(t);
    nameAndAnswer(site, ['/media/a.png'], (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'image/png', 'content-length': 6_000_000 })
        .end(Buffer.alloc(6_000_000));
    });
    for (let count = 0; count < 6; count += 1) assert.equal((await site.get('/media/a.png')).status, 502);
    nameAndAnswer(site, ['/media/a.png'], picture);
    assert.equal((await site.get('/media/a.png')).status, 200);
  });

  it('of another folder has a working address in its article', async (t) => {
    const backend = await fakeBackend(t);
    backend.respondWith((request, response, body) => {
      const item = { ...articles[0], image: `${backend.origin}/uploads/a.png?w=1` };
      if (request.url === '/api/news/smart-protective-equipment') sendJson(response, 200, item);
      else if (request.url === '/api/news') sendJson(response, 200, [item]);
      else if (request.url?.startsWith('/uploads/')) picture(request, response, body);
      else answerAsUsual(request, response, body);
    });
    const site = await serve(t, { backend });
    const [, address = ''] =
      /src="(\/media\/-\/uploads\/[^"]*)"/.exec(await site.html('/news/smart-protective-equipment')) ?? [];
    assert.equal(address, '/media/-/uploads/a.png?w=1');
    assert.equal((await site.get(address)).status, 200);
  });
});
