import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A node:http server that sends one fixed response, which it gets from its parent process. */
process.once('message', ({ lines, body }: { lines: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, lines);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
