import type { IncomingMessage } from 'node:http';
import { ConfigError } from '#server/config/config-error.ts';
import { hostNameOf } from './request-head.ts';

/** The part of the configuration that decides the address of the desk. */
interface DeskPlace {
  publicUrl: string;
  deskHost: string | null;
}

/** The origin of the desk: that of the site, with the host name of DESK_HOST if it is set. */
export function deskOriginOf({ publicUrl, deskHost }: DeskPlace): string {
  if (deskHost === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = deskHost;
  return url.origin;
}

/** Whether a request is for the host name that serves only the desk. */
export const isForDeskHost = ({ headers }: IncomingMessage, { deskHost }: Pick<DeskPlace, 'deskHost'>): boolean =>
  deskHost !== null && hostNameOf(headers.host) === deskHost;

/**
 * Returns the origin that a request is meant for. It comes from the configuration, because the headers of a request can
 * be forged.
 */
export const createOriginOf = (config: DeskPlace): ((request: IncomingMessage) => string) => {
  const deskOrigin = deskOriginOf(config);
  return (request) => (isForDeskHost(request, config) ? deskOrigin : config.publicUrl);
};

/** Throws a ConfigError when the site and the desk have the same host name. */
export function checkDeskHost({ publicUrl, deskHost }: DeskPlace): void {
  if (deskHost !== null && deskHost === new URL(publicUrl).hostname)
    throw new ConfigError(`DESK_HOST="${deskHost}" cannot be used: it must be another name than that of PUBLIC_URL.`);
}
