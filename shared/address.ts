/** The name at the start of a text: `'kind'` for 'kind.json'. */
type LeadingName<Text extends string> = Text extends `${infer Name}/${string}`
  ? LeadingName<Name>
  : Text extends `${infer Name}.${string}`
    ? LeadingName<Name>
    : Text extends `${infer Name}-${string}`
      ? LeadingName<Name>
      : Text;

/** The names of a pattern's parameters: `'id'` for '/api/news/:id/comments', never for '/about'. */
type ParamName<Pattern extends string> = Pattern extends `${string}:${infer Rest}`
  ? LeadingName<Rest> | ParamName<Rest>
  : never;

/** An address that `addressOf` has made: its values are encoded. */
export type Address = string & { readonly encoded: unique symbol };

type Values = Record<string, string | undefined>;

interface AddressOptions {
  /** Parameters without a value are left out. */
  query?: Values;
  /** Without its number sign. */
  hash?: string;
}

/** Percent-encodes one part of an address. Leaves '', '.' and '..' as they are: `addressOf` refuses those in a path. */
export const encodePart = (value: string): string => encodeURIComponent(value);

/**
 * Fills the parameters of a path pattern and adds query and hash; every value is percent-encoded. Throws a RangeError
 * for a value that would change the path: '', '.' and '..', which encoding leaves as they are.
 */
export function addressOf<Pattern extends string>(
  pattern: Pattern,
  params: Record<ParamName<Pattern>, string>,
  { query = {}, hash }: AddressOptions = {},
): Address {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Values)[name] ?? '';
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`"${value}" cannot be a part of ${pattern}`);
    return encodePart(value);
  });
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
  return `${path}${search}${hash ? `#${encodePart(hash)}` : ''}` as Address;
}
