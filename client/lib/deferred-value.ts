/**
 * A value that is not needed for the status and the head of a page. React's `use` reads `status` and `value`, so a
 * value that has arrived is rendered in place, without suspending and without a script.
 */
export interface DeferredValue<T> extends PromiseLike<T> {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: T;
  reason?: unknown;
  /** Set when the value did not arrive in time: the server then sends it inside the streamed content. */
  streamed?: boolean;
}

export function isDeferred(value: unknown): value is DeferredValue<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** A page's data in a form that JSON can contain; of streamed values only the names are included. */
export interface PackedData {
  now: unknown;
  arrived: Record<string, unknown>;
  streamed: string[];
}

function fulfilled<T>(value: T): DeferredValue<T> {
  return Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });
}

/** The id of the element that contains a streamed value. */
export const streamedId = (name: string) => `deferred-${name}`;

function readStreamed(name: string): { value: unknown } | undefined {
  const element = document.getElementById(streamedId(name));
  return element ? { value: JSON.parse(element.getAttribute('value') ?? 'null') } : undefined;
}

/**
 * A value that the server streams into the page. React hydrates its place only after the value has arrived, and reads
 * the value from the element beside it. When the server has reached its time limit, `load` fetches the value.
 */
function streamed(name: string, load: () => Promise<unknown>): DeferredValue<unknown> {
  let loading: Promise<unknown> | undefined;
  let loaded: { value: unknown } | undefined;
  // The element is removed with its place, for example on another page of a list that reuses the value.
  const read = () => (loaded ??= readStreamed(name));
  const deferred: DeferredValue<unknown> = {
    streamed: true,
    get status() {
      if ('reason' in deferred) return 'rejected';
      return read() ? 'fulfilled' : 'pending';
    },
    get value() {
      return read()?.value;
    },
    then(resolve, reject) {
      loading ??= load().then(
        (value) => {
          loaded = { value };
          return value;
        },
        (reason: unknown) => {
          // React renders again without end where a rejected value seems to be pending.
          deferred.reason = reason;
          throw reason;
        },
      );
      return loading.then(resolve, reject);
    },
  };
  return deferred;
}

/** Turns packed data back into the result of the page's `load`, without a request. */
export function unpackData(packed: PackedData, load: () => Promise<unknown>): unknown {
  const { now, arrived, streamed: names } = packed;
  if (Object.keys(arrived).length + names.length === 0) return now;
  const data: Record<string, unknown> = Object.assign({}, now);
  let loading: Promise<unknown> | undefined;
  for (const [name, value] of Object.entries(arrived)) data[name] = fulfilled(value);
  for (const name of names) {
    data[name] = streamed(name, async () => {
      loading ??= load();
      // Only the members of an object are streamed, so `load` resolves to an object, or to null if the data have been
      // deleted meanwhile.
      return ((await loading) as Record<string, unknown> | null)?.[name];
    });
  }
  return data;
}
