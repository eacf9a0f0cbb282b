import type { Config } from '#server/config/config.ts';
import { messageOf } from '../error-facts.ts';

/** The timeout is short, because the site is on the same machine or behind one proxy. */
const timeoutMs = 10_000;

/** The site whose cached pages a command must purge. */
export type PurgeTarget = Pick<Config, 'publicUrl' | 'purgeToken'>;

/**
 * Purges cached article pages of the site, or all pages. Returns a sentence for the terminal if that failed; cached
 * pages then expire within a minute.
 */
export async function purgePages(
  { publicUrl, purgeToken }: PurgeTarget,
  slugs: string[] | 'all',
): Promise<string | null> {
  if (slugs.length === 0) return null;
  if (!purgeToken) return 'PURGE_TOKEN is not set: stored pages show the change within a minute.';
  try {
    const { status } = await fetch(new URL('/purge', publicUrl), {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { authorization: `Bearer ${purgeToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(slugs === 'all' ? { all: true } : { slugs }),
    });
    if (status === 204) return null;
    return `${publicUrl}/purge has answered ${status}: stored pages show the change within a minute.`;
  } catch (error) {
    return `${publicUrl}/purge does not answer (${messageOf(error)}): stored pages show the change within a minute.`;
  }
}
