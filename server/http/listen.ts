import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '#server/config/config-error.ts';

interface Place {
  port: number;
  host: string;
  /** The variable that names the port. */
  variable: string;
}

const problems: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ port, variable }) => `Port ${port} is taken: stop what runs there, or set ${variable} to another one.`,
  EACCES: ({ port, variable }) => `Port ${port} is not for this user: set ${variable} to one from 1024.`,
  EADDRNOTAVAIL: ({ host }) => `HOST="${host}" cannot be used: this machine has no such address.`,
  ENOTFOUND: ({ host }) => `HOST="${host}" cannot be used: there is no such name.`,
  EAI_AGAIN: ({ host }) =>
    `HOST="${host}" cannot be used: no name server has answered; use an address instead of a name.`,
  EAFNOSUPPORT: ({ host }) => `HOST="${host}" cannot be used: this machine has no addresses of this kind.`,
  EINVAL: ({ host }) =>
    `HOST="${host}" cannot be used: an address that begins with fe80 needs its interface, as in fe80::1%eth0.`,
};

const otherProblem = ({ port, host }: Place, code: string) =>
  `Port ${port} of HOST="${host}" cannot be opened: ${code}.`;

/** The port of a server that listens. Its address is a string only for a pipe and null only before listening. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Resolves when the server accepts connections; throws a ConfigError for an error of the system. */
export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { code } = error;
      if (code === undefined) return reject(error);
      reject(new ConfigError(problems[code]?.(place) ?? otherProblem(place, code)));
    });
    server.listen({ port: place.port, host: place.host }, resolve);
  });
}
