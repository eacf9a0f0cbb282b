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
};

/** The port of a server that listens. Its address is a string only for a pipe and null only before listening. */
export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Resolves when the server accepts connections; throws a ConfigError for an error that the operator can correct. */
export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const problem = problems[error.code ?? ''];
      reject(problem ? new ConfigError(problem(place)) : error);
    });
    server.listen({ port: place.port, host: place.host }, resolve);
  });
}
