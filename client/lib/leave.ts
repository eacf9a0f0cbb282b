import type { Language } from '#shared/languages.ts';
import { createTextOf } from '#shared/text.ts';
import type { Site } from '../stores/site.ts';

/** What the layout says by itself while a page is opened. */
export function say({ visit }: Site, key: 'loading' | 'offline'): string {
  const { texts, language } = visit.peek();
  return createTextOf<Record<typeof key, string>>(texts, language, 'navbar')(key);
}

export function sayOffline(site: Site): void {
  site.toasts.show({
    from: 'navbar',
    tone: 'bad',
    text: { area: 'navbar', key: 'offline', text: say(site, 'offline') },
  });
}

/** Asks the server for a whole page, this one where no other is named; without a line to it, what is on the screen is worth more than the browser's excuse. */
export function leave(site: Site, address?: string): void {
  if (!navigator.onLine) sayOffline(site);
  else if (address) location.assign(address);
  else location.reload();
}

/** This page as the server sends it in a language. */
export function hereIn(language: Language): string {
  const address = new URL(location.href);
  address.searchParams.set('lang', language);
  return address.href;
}
