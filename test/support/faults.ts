import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerAsUsual, articles, sendJson, type FakeBackend } from './fake-backend.ts';
import type { Cleanup } from './process.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, asked: number) => void;

const json = { 'content-type': 'application/json' };
const raw =
  (text: string, end: (socket: Socket) => void): Answer =>
  (_request, { socket }) => {
    socket?.write(text);
    setTimeout(() => {
      if (socket) end(socket);
    }, 20);
  };

/** Every known fault of a backend; a real server causes each on a real connection. */
const faults = {
  'accepts and hangs': () => undefined,
  'answers 10 s late': (request, response) => {
    const timer = setTimeout(() => answerAsUsual(request, response, ''), 10_000);
    response.once('close', () => clearTimeout(timer));
  },
  'answers 500': (_request, response) => sendJson(response, 500, { error: 'broken' }),
  'answers 404': (_request, response) => sendJson(response, 404, { error: 'not found' }),
  'answers 429 with Retry-After': (_request, response) => {
    response.setHeader('retry-after', '2');
    sendJson(response, 429, { error: 'slow down' });
  },
  'sends invalid JSON': (_request, response) => {
    response.writeHead(200, json).end('[{"id": "1", "headline": ');
  },
  'sends HTML for JSON': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>');
  },
  'sends the wrong shape': (request, response) =>
    sendJson(response, 200, request.method === 'GET' ? { news: [{ headline: 7 }] } : 'thanks?'),
  'truncates its answers': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n[{"id":"1",',
    (socket) => socket.end(),
  ),
  'sends 50 MB': (_request, response) => {
    response.writeHead(200, json);
    let sent = 0;
    const more = () => {
      while (sent < 50 && !response.destroyed) {
        sent += 1;
        if (!response.write(Buffer.alloc(1024 * 1024, ' '))) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  },
  'redirects in a loop': (request, response) => {
    response.writeHead(302, { location: request.url }).end();
  },
  'promises more bytes than it has': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n[]',
    (socket) => socket.end(),
  ),
  'promises fewer bytes than it has': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n[{"id":"1","headline":"x"}]',
    (socket) => socket.end(),
  ),
  'resets in the middle of a body': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[{"id\r\n',
    (socket) => socket.resetAndDestroy(),
  ),
  flaps: (request, response, asked) => {
    if (asked % 2 === 0) answerAsUsual(request, response, '');
    else sendJson(response, 500, {});
  },
} satisfies Record<string, Answer>;

export type Fault = keyof typeof faults | 'refuses connections';
export const allFaults: Fault[] = ['refuses connections', ...(Object.keys(faults) as (keyof typeof faults)[])];

interface BreakableBackend extends FakeBackend {
  /** Null ends the fault. */
  fail(fault: Fault | null): Promise<void>;
  /** Marks the headlines of every later answer, to tell them from built-in and older ones. */
  mark(word: string): void;
  /** How many requests have come. */
  count: number;
}

/** A backend that fails on demand and recovers at the same address. */
export async function breakableBackend(t: Cleanup): Promise<BreakableBackend> {
  let answer: Answer | null = null;
  let word = '';

  function works(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '', 'http://backend');
    const marked = articles.map((item) => ({ ...item, headline: `${item.headline} ${word}` }));
    const item = marked.find(({ slug }) => pathname === `/api/news/${slug}`);
    if (request.method === 'GET' && item) sendJson(response, 200, item);
    else if (request.method === 'GET' && /^\/api\/news(\/featured)?$/.test(pathname)) sendJson(response, 200, marked);
    else answerAsUsual(request, response, '');
  }

  const backend: Omit<BreakableBackend, 'origin'> = {
    sent: [],
    headers: [],
    requestCounts: new Map(),
    count: 0,
    respondWith: (handler) => {
      answer = handler && ((request, response) => handler(request, response, ''));
    },
    mark: (next) => {
      word = next;
    },
    async fail(fault) {
      if (fault === 'refuses connections') {
        await backend.close();
        return;
      }
      answer = fault && faults[fault];
      if (!server.listening) await listen(port);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      backend.count += 1;
      const path = request.url ?? '';
      backend.requestCounts.set(path, (backend.requestCounts.get(path) ?? 0) + 1);
      (answer ?? works)(request, response, backend.count);
    });
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => {
      server.listen(at, '127.0.0.1', resolve);
    });
  await listen(0);
  t.after(() => (server.listening ? backend.close() : Promise.resolve()));
  const { port } = server.address() as AddressInfo;
  return Object.assign(backend, { origin: `http://127.0.0.1:${port}` });
}
