import { normaliseLineEnds } from '#shared/plain-text.ts';
import words from './known-words.json' with { type: 'json' };
import type { Database } from './storage/tables.ts';

/** Why a comment waits for somebody to read it; the keys of `comments.suspicion` in locales/<language>/desk.json. */
export const suspicions = ['trap', 'link', 'words', 'repeated'] as const;
type Suspicion = (typeof suspicions)[number];

/** For comparison: lower case, without invisible characters, words separated by one space. */
const normalise = (text: string) =>
  normaliseLineEnds(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Addresses as people and programs write them: with a scheme, with www, as BBCode or HTML, or a bare domain. */
const link =
  /https?:|\bwww\.|\[url|<a\s|(?<![\p{L}\p{N}@.])[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|xyz|top|site|online|shop|club|io|me|ru|su|ua|укр)(?![\p{L}\p{N}])/iu;

const knownWords = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(normalise).join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** Shorter texts, such as a word of thanks, are repeated by people. */
const minRepeatedLength = 20;
/** A text is looked for in the comments of the last thirty days. */
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
  /** What stood in the field that people do not see. */
  honeypot?: string | undefined;
}

/** The first rule that makes a new comment suspicious; null if no rule does. */
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
