import type { Config } from '#server/config/config.ts';
import { messageOf } from './error-facts.ts';

/** The timeout is short, because the site is on the same machine or behind one proxy. */
const timeoutMs = 10_000;

/** The site whose cached pages a command must purge. */
export type PurgeTarget = Pick<Config, 'publicUrl' | 'purgeToken' | 'deskEmails'>;

/**
 * Purges cached article pages of the site, or all pages. Returns a sentence for the terminal if that failed: a site
 * with a desk polls for changes, and the cached pages of another one may be ten minutes old when they are renewed.
 */
export async function purgePages(
  { publicUrl, purgeToken, deskEmails }: PurgeTarget,
  slugs: string[] | 'all',
): Promise<string | null> {
  if (slugs.length === 0) return null;
  const effect = `cached pages show the change within ${deskEmails.length > 0 ? '20 seconds' : 'eleven minutes'}.`;
  if (!purgeToken) return `PURGE_TOKEN is not set: ${effect}`;
  try {
    const { status } = await fetch(new URL('/purge', publicUrl), {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${purgeToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(slugs === 'all' ? { all: true } : { slugs }),
    });
    if (status === 204) return null;
    return `${publicUrl}/purge has answered ${status}: ${effect}`;
  } catch (error) {
    return `${publicUrl}/purge does not answer (${messageOf(error)}): ${effect}`;
  }
}
