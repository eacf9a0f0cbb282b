import { isIP } from 'node:net';
import express, { type Express, type Request } from 'express';
import type { Config } from '#server/config/config.ts';

/** An address with a port, as some proxies report it: `192.0.2.1:1234` or `[2001:db8::1]:1234`. */
const addressWithPort = /^(?:\[([^\]]+)\]|([^:]+)):\d+$/;

/**
 * Returns the address of a client without a port. Each connection has another port, so a client would never reach a
 * limit for its address. If a proxy reports a text that is no address, this is the address of the connection.
 */
function readAddress({ socket }: Request, reported: string | undefined): string | undefined {
  if (reported === undefined || isIP(reported)) return reported;
  const [, ipv6, ipv4] = addressWithPort.exec(reported) ?? [];
  const address = ipv6 ?? ipv4 ?? '';
  return isIP(address) ? address : socket.remoteAddress;
}

/**
 * Creates an Express app without middleware. Its query parser is off, because the query is parsed once, with the
 * address.
 */
export function createFramework({ trustProxy }: Pick<Config, 'trustProxy'>): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.set('trust proxy', trustProxy).set('query parser', false);
  const reportedIp = Object.getOwnPropertyDescriptor(express.request, 'ip')?.get;
  Object.defineProperty(app.request, 'ip', {
    get(this: Request) {
      const reported: unknown = reportedIp?.call(this);
      return readAddress(this, typeof reported === 'string' ? reported : undefined);
    },
  });
  return app;
}
