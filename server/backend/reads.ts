import type { ListEnd, ListPart } from '#shared/list-parts.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { BackendError, TooLongError } from './backend-error.ts';
import { BreakerOpenError } from './breaker.ts';
import type { CallTools } from './call-tools.ts';
import { parseRetryAfter } from './retry-after-header.ts';
import type { BufferedResponse } from './transport.ts';

export interface ReadOptions {
  /** The pool of a path that a visitor may have made up; failures of its calls do not open the breaker. */
  pool?: 'guess' | 'order';
}

interface ReadPartOptions extends ReadOptions {
  /** Whether the entries may lack their longest fields (`Prefer: return=minimal`, RFC 7240). */
  isBrief?: boolean;
}

export interface Reads {
  /** Reads JSON with status 200, or null for the backend's own 404; rejects for any other answer. */
  read(path: string, options?: ReadOptions): Promise<unknown>;
  /**
   * Reads a part of a list, by the range unit `items` of RFC 9110, section 14. `total` is null when the backend does
   * not support parts and has sent the whole list.
   */
  readPart(
    path: string,
    part: ListPart | ListEnd,
    options?: ReadPartOptions,
  ): Promise<{ body: unknown; total: number | null }>;
}

/** The maximum pause that `Retry-After` of the backend can cause. */
const maxPauseMs = 30_000;

/** The pause that a `Retry-After` header causes, in milliseconds. */
const pauseOf = (retryAfter: string) => Math.min((parseRetryAfter(retryAfter) ?? 0) * 1000, maxPauseMs);

/** The Retry-After header of an answer, as text. */
export const retryAfterOf = ({ headers }: BufferedResponse) =>
  typeof headers['retry-after'] === 'string' ? headers['retry-after'] : undefined;

interface Json {
  status: number;
  headers: BufferedResponse['headers'];
  /** Undefined when the body is not JSON. */
  body: unknown;
  /** The body is longer than the maximum: it cannot be used, but the backend has answered. */
  tooLong?: boolean;
}

/** Only `readPart` can get 206. */
const jsonStatuses = new Set([200, 206, 404]);

/** Throws for a server error and for a body that is not JSON, because both count as failures of the backend. */
function parseJsonResponse(answer: BufferedResponse): Json {
  const { status, headers, bytes } = answer;
  if (status === 416) return { status, headers, body: [] };
  if (status >= 500) throw new BackendError(`the backend's answer has status ${status}`, status);
  if (bytes === null) return { status, headers, body: undefined, tooLong: true };
  if (!jsonStatuses.has(status) || bytes.length === 0) return { status, headers, body: undefined };
  // A 404 of another server, such as the page of a proxy, does not mean that an article is missing.
  const body = parseJson(bytes.toString());
  if (body === undefined) throw new BackendError(`the backend's answer is no JSON`, status);
  return { status, headers, body };
}

/** The length of the whole list, from `Content-Range: items 24-47/130`; null when the answer is not a part. */
function totalOf({ status, headers }: Json): number | null {
  if (status !== 206 && status !== 416) return null;
  const [, total] = /^items (?:\d+-\d+|\*)\/(\d{1,9})$/.exec(String(headers['content-range'])) ?? [];
  return total === undefined ? null : Number(total);
}

export function createReads({ transport, breaker, measure, now }: CallTools): Reads {
  /**
   * The end of the pause that the backend has requested for each kind of read. A pause after a made-up path must not
   * stop other reads.
   */
  const pausedUntil = { read: 0, guess: 0, order: 0 };

  async function fetchJson(
    path: string,
    pool: 'read' | 'guess' | 'order',
    extra: Record<string, string>,
    start: () => void,
  ): Promise<Json> {
    const headers = { accept: 'application/json', ...extra };
    const answer = await transport.fetch(pool, { path, method: 'GET', headers }, start);
    const retryAfter = retryAfterOf(answer);
    // Only reads pause: the same header in the answer to one post does not concern all pages.
    if (retryAfter && (answer.status === 429 || answer.status === 503)) pausedUntil[pool] = now() + pauseOf(retryAfter);
    return parseJsonResponse(answer);
  }

  /** Checked outside of the breaker, because a backend with unusable answers still answers. */
  function requireUsable(answer: Json): Json {
    const { status, body, tooLong } = answer;
    if (status === 404 && !tooLong) return { ...answer, body: null };
    // Redirects are not followed: only the operator sets the backend's address.
    if (status !== 200 && totalOf(answer) === null) throw new BackendError(`the backend answered ${status}`, status);
    if (body === undefined || body === null)
      throw tooLong ? new TooLongError() : new BackendError(`the backend's answer is empty`);
    return answer;
  }

  const readJsonAnswer = (path: string, { pool }: ReadOptions, headers: Record<string, string> = {}): Promise<Json> =>
    measure('read', async (start) => {
      if (now() < Math.max(pausedUntil.read, pausedUntil[pool ?? 'read']))
        throw new BreakerOpenError('the backend has requested a pause');
      const answer = pool
        ? breaker.runUncounted(() => fetchJson(path, pool, headers, start))
        : breaker.run(() => fetchJson(path, 'read', headers, start));
      return requireUsable(await answer);
    });

  const read: Reads['read'] = async (path, options = {}) => (await readJsonAnswer(path, options)).body;

  return {
    read,
    async readPart(path, part, options = {}) {
      const range = 'last' in part ? `items=-${part.last}` : `items=${part.from}-${part.from + part.count - 1}`;
      try {
        const answer = await readJsonAnswer(path, options, {
          range,
          ...(options.isBrief && { prefer: 'return=minimal' }),
        });
        return { body: answer.body, total: totalOf(answer) };
      } catch (error) {
        // A server in front of the backend may refuse an unknown range unit instead of ignoring it.
        if (!(error instanceof BackendError) || error.backendStatus !== 416) throw error;
        return { body: await read(path, options), total: null };
      }
    },
  };
}
