import { sql, type Expression, type SqlBool } from 'kysely';

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const capital = (text: string) => text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

/** `_` and `%` stand for themselves. */
function patternsOf(search: string): string[] {
  const lower = search.toLowerCase();
  const first = lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  const spellings = new Set([search, lower, first, capital(lower), search.toUpperCase()].map(asciiLower));
  return [...spellings].map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`);
}

/**
 * Whether a column or an expression contains a text, in any case. Both databases compare without case in Latin letters
 * alone, so «олена» is looked for as «Олена» and «ОЛЕНА» too.
 */
export function contains(searched: Expression<string>, text: string): Expression<SqlBool> {
  const found = patternsOf(text).map((pattern) => sql`lower(${searched}) LIKE ${pattern} ESCAPE '\\'`);
  return sql<SqlBool>`(${sql.join(found, sql` OR `)})`;
}
