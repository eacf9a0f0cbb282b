import { connect } from 'node:net';

interface RawAnswer {
  /** 0 when the connection ended without one. */
  status: number;
  text: string;
  /** The other side ended the connection. */
  closed: boolean;
}

/** The first answer has come to its end; one whose head does not say where ends with its connection. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  if (/^HTTP\/1\.1 304/.test(head)) return true;
  if (/^transfer-encoding: chunked/im.test(head)) return body.endsWith('0\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return length !== undefined && body.length >= Number(length);
}

/**
 * Speaks to a server in bytes, as no HTTP client would; resolves when it has answered, closes, or is silent for
 * `timeoutMs`.
 */
export function speak(
  origin: string,
  bytes: string | Buffer | (string | Buffer)[],
  { timeoutMs = 8000, untilClosed = false } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
        text,
        closed,
      });
    };
    const timer = setTimeout(() => finish(false), timeoutMs);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!untilClosed && isWhole(text)) finish(false);
    });
    socket.on('close', () => finish(true));
    socket.on('error', () => undefined);
    socket.on('connect', () => {
      for (const part of [bytes].flat()) socket.write(part);
    });
  });
}

/** The bytes of requests, with every line as it is given. */
export const rawGet = (path: string, headers: string[] = []) =>
  [
    'GET ',
    path,
    ' HTTP/1.1\r\nHost: site\r\nConnection: close\r\n',
    ...headers.map((line) => `${line}\r\n`),
    '\r\n',
  ].join('');

export function rawPost(path: string, body: string, headers: string[] = ['Content-Type: application/json']) {
  return `POST ${path} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n${headers.map((line) => `${line}\r\n`).join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
