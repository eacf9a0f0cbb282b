import { normaliseLineEnds } from '#shared/plain-text.ts';
import words from './known-words.json' with { type: 'json' };
import type { Database } from './storage/tables.ts';

/**
 * The reasons why a comment is held for moderation. They are the keys of `comments.suspicion` in
 * locales/<language>/desk.json.
 */
export const suspicions = ['trap', 'link', 'words', 'repeated'] as const;
type Suspicion = (typeof suspicions)[number];

/** Normalises a text for comparison: lower case, no invisible characters, words separated by one space. */
const normalise = (text: string) =>
  normaliseLineEnds(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Matches addresses in the forms that people and programs use: with a scheme, with www, as BBCode or HTML, or as a bare
 * domain.
 */
const link =
  /https?:|\bwww\.|\[url|<a\s|(?<![\p{L}\p{N}@.])[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|xyz|top|site|online|shop|club|io|me|ru|su|ua|укр)(?![\p{L}\p{N}])/iu;

const knownWords = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(normalise).join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** People repeat shorter texts, such as a word of thanks, so those are not compared. */
const minRepeatedLength = 20;
/** A new comment is compared with the comments of the last thirty days. */
const repeatedMs = 30 * 24 * 3_600_000;
const maxCompared = 2000;

async function isRepeated(database: Database, content: string, now: number): Promise<boolean> {
  const wanted = normalise(content);
  if (wanted.length < minRepeatedLength) return false;
  const rows = await database
    .selectFrom('comments')
    .select('content')
    .where('date', '>=', new Date(now - repeatedMs).toISOString())
    .orderBy('date', 'desc')
    .limit(maxCompared)
    .execute();
  return rows.some((row) => normalise(row.content) === wanted);
}

export interface NewCommentFacts {
  author: string;
  content: string;
  /** The value of the honeypot field, which people do not see. */
  honeypot?: string | undefined;
}

/** Returns the first rule that makes a new comment suspicious, or null. */
export async function findSuspicion(
  database: Database,
  { author, content, honeypot }: NewCommentFacts,
  now: number,
): Promise<Suspicion | null> {
  if (honeypot) return 'trap';
  const text = `${author}\n${content}`;
  if (link.test(text)) return 'link';
  if (knownWords.test(normalise(text))) return 'words';
  return (await isRepeated(database, content, now)) ? 'repeated' : null;
}
