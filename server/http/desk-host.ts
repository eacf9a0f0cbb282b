import type { IncomingMessage } from 'node:http';
import { deskOriginOf, type DeskPlace } from '#server/config/desk-origin.ts';
import { hostNameOf } from './request-head.ts';

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
