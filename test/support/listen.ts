import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './process.ts';
import { settle } from './settle.ts';

/** Lets a server listen on a free loopback port until the test ends; answers its origin. */
export async function listen(t: Cleanup, server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    // Clients in this process clear timers when their connections close, which they notice in the next turns of the
    // event loop. In a later test with mocked timers, clearing an older timer would remove a timer of that test.
    await settle(3);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
