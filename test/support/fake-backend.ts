import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { NewsItem } from '#shared/contracts/news.ts';
import type { Order } from '#shared/contracts/order.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import { listen } from './listen.ts';
import type { Cleanup } from './process.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface FakeBackend {
  origin: string;
  /** Every post, in order: path and JSON body. */
  sent: [path: string, body: unknown][];
  /** The headers of every request, in order. */
  headers: IncomingMessage['headers'][];
  /** How many requests each path got. */
  requestCounts: Map<string, number>;
  /** Replaces the usual responses; null restores them. */
  respondWith(handler: Handler | null): void;
  close(): Promise<void>;
}

/** Articles as the hosted backend has them; the first is 'smart-protective-equipment'. */
export const articles: NewsItem[] = builtInNews;

export const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

const comments = [{ id: '1', author: 'Oksana', content: 'The cancel tone matters.', date: '2025-10-19T09:00:00Z' }];

const orders: Record<string, Order> = {
  '/api/orders/order-waiting': { state: 'processing', licence: null, expires: null },
  '/api/orders/order-paid': {
    state: 'success',
    licence: '-----BEGIN GITL LICENCE-----\nAAAA\n-----END GITL LICENCE-----',
    expires: '2027-03-01T10:00:00.000Z',
  },
};

function usual(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://backend');
  const category = searchParams.get('category');
  if (request.method === 'POST') {
    sendJson(response, pathname.endsWith('/comments') ? 201 : 200, {
      status: 'ok',
      pageUrl: 'https://pay.example/invoice/1',
    });
    return;
  }
  if (pathname === '/api/news')
    sendJson(
      response,
      200,
      articles.filter((item) => !category || item.category === category),
    );
  else if (pathname === '/api/news/featured') sendJson(response, 200, articles);
  else if (pathname === '/api/news/categories') sendJson(response, 200, [{ name: 'Technology', count: 3 }]);
  else if (orders[pathname]) sendJson(response, 200, orders[pathname]);
  else if (pathname.endsWith('.svg')) {
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
  } else if (pathname.endsWith('/comments')) sendJson(response, 200, comments);
  else {
    const item = articles.find(({ slug }) => pathname === `/api/news/${slug}`);
    sendJson(response, item ? 200 : 404, item ?? { error: 'not found' });
  }
}

/** A hosted backend on a loopback port: a real server, so that faults are real faults. */
export async function fakeBackend(t: Cleanup): Promise<FakeBackend> {
  let special: Handler | null = null;
  const backend: Omit<FakeBackend, 'origin' | 'close' | 'respondWith'> = {
    sent: [],
    headers: [],
    requestCounts: new Map(),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const path = request.url ?? '';
      backend.requestCounts.set(path, (backend.requestCounts.get(path) ?? 0) + 1);
      backend.headers.push(request.headers);
      if (request.method === 'POST') backend.sent.push([path, body ? JSON.parse(body) : undefined]);
      (special ?? usual)(request, response, body);
    });
  });
  const origin = await listen(t, server);
  return {
    ...backend,
    origin,
    respondWith: (handler) => {
      special = handler;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Hands the request on to the usual answers, for handlers that fail only some requests. */
export const answerAsUsual: Handler = usual;
