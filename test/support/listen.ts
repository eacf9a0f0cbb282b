import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './process.ts';

/** Lets a server listen on a free loopback port until the test ends; answers its origin. */
export async function listen(t: Cleanup, server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
