import { sql, type Expression, type SqlBool } from 'kysely';
import { maxEmailLength } from '#shared/email.ts';

/** The maximum length of a search text, in characters. */
export const maxSearch = maxEmailLength;

/** Returns the search text in the query parameter `q`, without spaces at both ends; empty if there is none. */
export const readSearch = (query: URLSearchParams): string => (query.get('q') ?? '').trim().slice(0, maxSearch);

/** Lower-cases only Latin letters, as `lower` does in both databases. */
export const lowerLatin = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns the pattern with which LIKE finds a text anywhere; `\` escapes the wildcards `_` and `%`. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const capitaliseWords = (text: string) => text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

function spellingsOf(search: string): Set<string> {
  const lower = search.toLowerCase();
  const first = lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  return new Set([search, lower, first, capitaliseWords(lower), search.toUpperCase()].map(lowerLatin));
}

/** Returns a condition that a column or expression contains a word. */
function containsWord(searched: Expression<string>, word: string): Expression<SqlBool> {
  const found = Array.from(
    spellingsOf(word),
    (spelling) => sql`lower(${searched}) LIKE ${likePattern(spelling)} ESCAPE '\\'`,
  );
  return sql<SqlBool>`(${sql.join(found, sql` OR `)})`;
}

/**
 * Returns a condition that a column or expression contains each word of a text, in any order, ignoring case. Both
 * databases ignore case only for Latin letters, so «олена» is searched for as «Олена» and «ОЛЕНА» too.
 */
export function contains(searched: Expression<string>, text: string): Expression<SqlBool> {
  const words = text.trim().split(/\s+/);
  return sql<SqlBool>`(${sql.join(
    words.map((word) => containsWord(searched, word)),
    sql` AND `,
  )})`;
}
