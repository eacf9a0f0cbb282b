import type { IncomingMessage } from 'node:http';
import { ConfigError } from '#server/config/config-error.ts';
import { nameOf } from './request-head.ts';

/** The part of the configuration that says where the desk is. */
interface DeskPlace {
  publicUrl: string;
  deskHost: string | null;
}

/** The origin of the desk: that of the site, under the name of DESK_HOST where there is one. */
export function deskOriginOf({ publicUrl, deskHost }: DeskPlace): string {
  if (deskHost === null) return publicUrl;
  const url = new URL(publicUrl);
  url.hostname = deskHost;
  return url.origin;
}

/** Whether a request asks for the name that has the desk alone. */
export const isForDeskHost = ({ headers }: IncomingMessage, { deskHost }: Pick<DeskPlace, 'deskHost'>): boolean =>
  deskHost !== null && nameOf(headers.host) === deskHost;

/** The origin that a request is meant for, by the configuration and not by what the request says of itself. */
export const createOriginOf = (config: DeskPlace): ((request: IncomingMessage) => string) => {
  const deskOrigin = deskOriginOf(config);
  return (request) => (isForDeskHost(request, config) ? deskOrigin : config.publicUrl);
};

/** Throws a ConfigError where the site and the desk would have the same name. */
export function checkDeskHost({ publicUrl, deskHost }: DeskPlace): void {
  if (deskHost !== null && deskHost === new URL(publicUrl).hostname)
    throw new ConfigError(`DESK_HOST="${deskHost}" cannot be used: it must be another name than that of PUBLIC_URL.`);
}
