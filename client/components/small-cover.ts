/** The covers of the built-in articles: static/news has a second drawing of each, with fewer lines. */
const covers =
  /^(\/media\/news\/(?:books|cabinet|clock|drum|field|helmet|house|letters|scale|ship|solar|table|turbines|watch))\.svg$/;

/** The address of a cover's drawing with fewer lines; undefined for covers without one. */
export function smallCover(address: string): string | undefined {
  const [, path] = covers.exec(address) ?? [];
  return path && `${path}-small.svg`;
}
