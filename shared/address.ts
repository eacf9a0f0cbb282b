/** The name of the parameter in one segment of a path; an extension as in ':route.json' is no part of the name. */
type SegmentParam<Segment extends string> = Segment extends `:${infer Name}.${string}`
  ? Name
  : Segment extends `:${infer Name}`
    ? Name
    : never;

/** The names of a pattern's parameters: `'id'` for '/api/news/:id/comments', never for '/about'. */
type ParamName<Pattern extends string> = Pattern extends `${infer Segment}/${infer Rest}`
  ? SegmentParam<Segment> | ParamName<Rest>
  : SegmentParam<Pattern>;

/**
 * An address that `addressOf` has made from a pattern: its values are encoded. No value has this member at run time.
 */
export type Address<Pattern extends string = string> = string & { readonly pattern: Pattern };

interface AddressOptions {
  /** Parameters without a value are left out. */
  query?: Record<string, string | number | undefined>;
  /** Without its number sign. */
  hash?: string;
}

/** Percent-encodes one part of an address. Leaves '', '.' and '..' as they are: `addressOf` refuses those in a path. */
export const encodePart = (value: string): string => encodeURIComponent(value);

/** Decodes percent-encoding; null where the text is not valid percent-encoding. */
export function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Fills the parameters of a path pattern and adds query and hash; every value is percent-encoded. Throws a RangeError
 * for a value that would change the path: '', '.' and '..', which encoding leaves as they are.
 */
export function addressOf<Pattern extends string>(
  pattern: Pattern,
  params: Record<ParamName<Pattern>, string>,
  { query = {}, hash }: AddressOptions = {},
): Address<Pattern> {
  const values: Record<string, string | undefined> = params;
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name] ?? '';
    if (/^\.{0,2}$/.test(value)) throw new RangeError(`"${value}" cannot be a part of ${pattern}`);
    return encodePart(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  // Only a cast can mark a string as an address.
  return `${path}${search.size ? '?' : ''}${search.toString()}${hash ? `#${encodePart(hash)}` : ''}` as Address<Pattern>;
}
