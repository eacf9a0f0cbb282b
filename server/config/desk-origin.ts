import { ConfigError } from './config-error.ts';

/** The part of the configuration that decides the address of the desk. */
export interface DeskPlace {
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

/** Throws a ConfigError when the site and the desk have the same host name. */
export function checkDeskHost({ publicUrl, deskHost }: DeskPlace): void {
  if (deskHost !== null && deskHost === new URL(publicUrl).hostname)
    throw new ConfigError(`DESK_HOST="${deskHost}" cannot be used: it must be another name than that of PUBLIC_URL.`);
}
