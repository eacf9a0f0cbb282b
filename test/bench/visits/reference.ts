import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A minimal page with one stylesheet. Its times are those of line, processor and browser. */
export async function startReference(): Promise<{ address: string; close(): void }> {
  const paragraphs = Array.from({ length: 60 }, (_, number) => `<p>Paragraph ${number} of plain text.</p>`).join('');
  const page = `<!doctype html><title>Plain</title><link rel="stylesheet" href="/plain.css"><h1>Plain</h1>${paragraphs}`;
  const styles = 'body{margin:2rem;font-family:sans-serif}'.padEnd(14_000, ' ');
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(200, { 'content-type': isPage ? 'text/html' : 'text/css' }).end(isPage ? page : styles);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}
