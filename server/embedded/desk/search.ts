import { sql, type Expression, type SqlBool } from 'kysely';

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const capitaliseWords = (text: string) => text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

/** Escapes `_` and `%`, which are wildcards of LIKE. */
function likePatternsOf(search: string): string[] {
  const lower = search.toLowerCase();
  const first = lower.replace(/\p{L}/u, (letter) => letter.toUpperCase());
  const spellings = new Set([search, lower, first, capitaliseWords(lower), search.toUpperCase()].map(asciiLower));
  return [...spellings].map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`);
}

/**
 * Returns a condition that a column or expression contains a text, ignoring case. Both databases ignore case only for
 * Latin letters, so «олена» is searched for as «Олена» and «ОЛЕНА» too.
 */
export function contains(searched: Expression<string>, text: string): Expression<SqlBool> {
  const found = likePatternsOf(text).map((pattern) => sql`lower(${searched}) LIKE ${pattern} ESCAPE '\\'`);
  return sql<SqlBool>`(${sql.join(found, sql` OR `)})`;
}
