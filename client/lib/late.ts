/**
 * A value that a page can do without for its status and head. React's `use` reads `status` and `value`, so a value
 * that has arrived renders in place, without suspending and without a script.
 */
export interface Late<T> extends PromiseLike<T> {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: T;
  reason?: unknown;
  /** Set when the value did not come in time: it then travels inside the streamed content. */
  streamed?: boolean;
}

export function isLate(value: unknown): value is Late<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as Late<unknown>).then === 'function';
}

export interface PackedData {
  now: unknown;
  arrived: Record<string, unknown>;
  streamed: string[];
}

function arrived<T>(value: T): Late<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });
}

export const streamedId = (name: string) => `late-${name}`;

function readStreamed(name: string): { value: unknown } | undefined {
  const element = document.getElementById(streamedId(name));
  return element ? { value: JSON.parse(element.getAttribute('value') ?? 'null') } : undefined;
}

/**
 * A value that the server streams into the page. React hydrates its place only once it is there, and finds the value
 * beside it. Where the server gave up (its time was over), `again` fetches it.
 */
function streamed(name: string, again: () => Promise<unknown>): Late<unknown> {
  let fetching: Promise<unknown> | undefined;
  let fetched: { value: unknown } | undefined;
  const read = () => fetched ?? readStreamed(name);
  return {
    streamed: true,
    get status() {
      return read() ? ('fulfilled' as const) : ('pending' as const);
    },
    get value() {
      return read()?.value;
    },
    then(resolve, reject) {
      fetching ??= again().then((value) => {
        fetched = { value };
        return value;
      });
      return fetching.then(resolve, reject);
    },
  };
}

/** Turns packed data back into what the page's `load` answered, without a request. */
export function unpackData(packed: PackedData, reload: () => Promise<unknown>): unknown {
  const { now, arrived: values, streamed: names } = packed;
  if (Object.keys(values).length + names.length === 0) return now;
  const data: Record<string, unknown> = { ...(now as object) };
  for (const [name, value] of Object.entries(values)) data[name] = arrived(value);
  for (const name of names) {
    data[name] = streamed(name, async () => ((await reload()) as Record<string, unknown> | null)?.[name]);
  }
  return data;
}
