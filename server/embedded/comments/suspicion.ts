import { hash } from 'node:crypto';
import { commentLimits } from '#shared/comment-limits.ts';
import { normaliseLineEnds } from '#shared/plain-text.ts';
import words from './known-words.json' with { type: 'json' };
import type { Database } from '../storage/tables.ts';

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
  /https?:|\bwww\.|\[url|<a\s|(?<![\p{L}\p{N}@.-])[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|xyz|top|site|online|shop|club|io|me|ru|su|ua|укр)(?![\p{L}\p{N}])/iu;

const knownWords = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(normalise).join('|')})(?![\\p{L}\\p{N}])`, 'u');

/** People repeat shorter texts, such as a word of thanks, so those are not compared. */
const minRepeatedLength = 20;
/** A new comment is compared with the comments of the last thirty days. */
const repeatedMs = 30 * 24 * 3_600_000;

export interface NewCommentFacts {
  author: string;
  content: string;
  /** The value of the honeypot field, which people do not see. */
  honeypot?: string | undefined;
}

/** The properties of a new comment that decide whether it is suspicious. */
export interface Inspection {
  /** The first rule that it breaks. */
  suspicion: Suspicion | null;
  /** A hash of the normalised content, stored with the comment; null if it is too short to be compared. */
  contentHash: string | null;
}

/** Inspects the texts of a new comment. This is done before the transaction, because it takes the most time. */
export function inspectComment({ author, content, honeypot }: NewCommentFacts): Inspection {
  // NFKC makes up to 18 characters of one, so the length is limited before it.
  const normalised = normalise(content.trim().slice(0, commentLimits.content));
  const contentHash = normalised.length < minRepeatedLength ? null : hash('sha256', normalised, 'base64url');
  const hasKnownWord = () =>
    [normalise(author.slice(0, commentLimits.author)), normalised].some((text) => knownWords.test(text));
  const suspicion = honeypot ? 'trap' : link.test(`${author}\n${content}`) ? 'link' : hasKnownWord() ? 'words' : null;
  return { suspicion, contentHash };
}

/** Returns the reason for which an inspected comment is suspicious, or null. */
export async function findSuspicion(
  database: Database,
  { suspicion, contentHash }: Inspection,
  now: number,
): Promise<Suspicion | null> {
  if (suspicion || contentHash === null) return suspicion;
  const repeated = await database
    .selectFrom('comments')
    .select('id')
    .where('content_hash', '=', contentHash)
    .where('date', '>=', new Date(now - repeatedMs).toISOString())
    .limit(1)
    .executeTakeFirst();
  return repeated ? 'repeated' : null;
}
