import { globSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { speak } from '../support/raw.ts';

/** Guesses are limited by address, so they have another address than the honest visitors. */
const stranger = '127.0.0.2';

/** Opens a connection that never rejects; resolves when it is open, or could not be opened. */
function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    for (const event of ['connect', 'close'] as const) socket.once(event, () => resolve(socket));
  });
}

/** Sends bytes that are no request, or a request that never ends. Returns the status of the response; 0 for none. */
async function nonsense(origin: string): Promise<number> {
  const requests = [
    'nonsense\r\n\r\n',
    `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    'GET / HTTP/1.1\r\n\r\n',
    'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{',
    'GET //%0d%0ahost/.. HTTP/1.1\r\nHost: a\r\n\r\n',
  ];
  const request = requests[Math.floor(Math.random() * requests.length)] ?? '';
  return (await speak(origin, request, { timeoutMs: 500 })).status;
}

/** Sends five hundred requests on one connection without waiting for the responses. */
async function pipeline(origin: string): Promise<number> {
  const socket = await open(origin);
  socket.resume();
  socket.write('GET /about?lang=ua HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));
  await wait(1000);
  socket.destroy();
  return 0;
}

/** A message in two thousand chunks of one byte. */
async function tinyChunks(origin: string): Promise<number> {
  const head =
    'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const { status } = await speak(origin, [head, ...Array<string>(2000).fill('1\r\n{\r\n')], { timeoutMs: 2000 });
  return status;
}

/** The largest film of the built site, 1.3 MB. */
const [film] = globSync('assets/video/gitl-wide-*.mp4', { cwd: join(import.meta.dirname, '../../dist/client') });
if (!film) throw new Error('there is no film that slow readers could ask for');

/**
 * Asks eight times for a film on each of ten connections, more than the buffers of the kernel take, and reads nothing
 * of it for five seconds.
 */
async function slowReader(origin: string): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: 10 }, () => open(origin)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(`GET /${film} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8));
  }
  await wait(5000);
  for (const socket of sockets) socket.destroy();
  return 0;
}

/** Requests twenty articles that do not exist. */
async function guesses(origin: string): Promise<number> {
  const names = Array.from({ length: 20 }, () => `guess-${Math.random().toString(36).slice(2)}`);
  const statuses = await Promise.all(
    names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const request = get(`${origin}/news/${name}`, { localAddress: stranger }, (response) => {
            response.resume().once('close', () => resolve(response.statusCode ?? 0));
          });
          request.once('error', () => resolve(0));
        }),
    ),
  );
  // The status is 503 while the backend is down, because the site cannot know whether the article exists.
  return Math.max(...statuses.map((status) => (status === 503 ? 404 : status)));
}

/** Hostile clients of a site; each resolves with the worst status that it got, 0 for none. */
export const hostileClients: readonly ((origin: string) => Promise<number>)[] = [
  nonsense,
  nonsense,
  pipeline,
  tinyChunks,
  slowReader,
  guesses,
];
