import type { ListPart } from '#shared/list-parts.ts';
import { BackendError } from './backend-error.ts';
import { BreakerOpenError } from './breaker.ts';
import type { CallTools } from './call-tools.ts';
import type { WholeAnswer } from './transport.ts';

export interface ReadOptions {
  /** The lane of a path that a visitor may have made up; its failures do not open the breaker. */
  lane?: 'guess' | 'order';
}

interface ReadPartOptions extends ReadOptions {
  /** The entries may be without their longest fields (`Prefer: return=minimal`, RFC 7240). */
  isBrief?: boolean;
}

export interface Reads {
  /** A JSON answer with status 200, or null for the backend's own 404; anything else rejects. */
  read(path: string, options?: ReadOptions): Promise<unknown>;
  /**
   * A part of a list, by the range unit `items` of RFC 9110, section 14. `total` is null where the backend does not know
   * parts and has answered the whole list.
   */
  readPart(path: string, part: ListPart, options?: ReadPartOptions): Promise<{ body: unknown; total: number | null }>;
}

/** The longest pause that `Retry-After` of the backend can cause. */
const maxPauseMs = 30_000;

export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** How long `Retry-After` asks to wait, in milliseconds: it gives seconds, or a date. */
function pauseOf(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(ms, maxPauseMs);
}

export const retryAfterOf = ({ headers }: WholeAnswer) =>
  typeof headers['retry-after'] === 'string' ? headers['retry-after'] : undefined;

interface Json {
  status: number;
  headers: WholeAnswer['headers'];
  /** Undefined where there is none. */
  body: unknown;
  /** It is longer than an answer may be: it cannot be used, but it is an answer. */
  tooLong?: boolean;
}

/** 206 comes to `readPart` alone. */
const jsonStatuses = new Set([200, 206, 404]);

/** A backend that fails, or that answers no JSON, is as good as silent: both throw. */
function readJson(answer: WholeAnswer): Json {
  const { status, headers, bytes } = answer;
  if (status === 416) return { status, headers, body: [] };
  if (status >= 500) throw new BackendError(`the backend's answer has status ${status}`, status);
  if (bytes === null) return { status, headers, body: undefined, tooLong: true };
  if (!jsonStatuses.has(status) || bytes.length === 0) return { status, headers, body: undefined };
  // A 404 of another server, such as a proxy's page, does not say that an article is gone.
  const body = parseJson(bytes);
  if (body === undefined) throw new BackendError(`the backend's answer is no JSON`, status);
  return { status, headers, body };
}

/** How long the whole list is, from `Content-Range: items 24-47/130`; null for an answer that is no part. */
function totalOf({ status, headers }: Json): number | null {
  if (status !== 206 && status !== 416) return null;
  const [, total] = /^items (?:\d+-\d+|\*)\/(\d{1,9})$/.exec(String(headers['content-range'])) ?? [];
  return total === undefined ? null : Number(total);
}

export function createReads({ transport, breaker, measure }: CallTools): Reads {
  /** Until when the backend wants no reads. A pause that it asked for after a made-up path must not stop other reads. */
  const pausedUntil = { read: 0, guess: 0, order: 0 };

  async function fetchJson(
    path: string,
    lane: 'read' | 'guess' | 'order',
    extra: Record<string, string>,
    start: () => void,
  ): Promise<Json> {
    const headers = { accept: 'application/json', ...extra };
    const answer = await transport.fetch(lane, { path, method: 'GET', headers }, start);
    const retryAfter = retryAfterOf(answer);
    // What is asked of one post does not hold for all pages: only reads heed it.
    if (retryAfter && (answer.status === 429 || answer.status === 503))
      pausedUntil[lane] = Date.now() + pauseOf(retryAfter);
    return readJson(answer);
  }

  /** Checked outside of the breaker: an answer that cannot be used is an answer. */
  function requireUsable(answer: Json): Json {
    const { status, body, tooLong } = answer;
    if (status === 404 && !tooLong) return { ...answer, body: null };
    // Redirects are not followed: only the operator names the backend's address.
    if (status !== 200 && totalOf(answer) === null) throw new BackendError(`the backend answered ${status}`, status);
    if (body === undefined || body === null)
      throw new BackendError(`the backend's answer is ${tooLong ? 'too long' : 'empty'}`);
    return answer;
  }

  const ask = (path: string, { lane }: ReadOptions, headers: Record<string, string> = {}): Promise<Json> =>
    measure('read', async (start) => {
      if (Date.now() < Math.max(pausedUntil.read, pausedUntil[lane ?? 'read']))
        throw new BreakerOpenError('the backend has asked for a pause');
      const answer = lane
        ? breaker.runUncounted(() => fetchJson(path, lane, headers, start))
        : breaker.run(() => fetchJson(path, 'read', headers, start));
      return requireUsable(await answer);
    });

  const read: Reads['read'] = async (path, options = {}) => (await ask(path, options)).body;

  return {
    read,
    async readPart(path, { from, count }, options = {}) {
      const range = `items=${from}-${from + count - 1}`;
      try {
        const answer = await ask(path, options, { range, ...(options.isBrief && { prefer: 'return=minimal' }) });
        return { body: answer.body, total: totalOf(answer) };
      } catch (error) {
        // A server in front of the backend may refuse a unit that it does not know, in place of ignoring it.
        if (!(error instanceof BackendError) || error.backendStatus !== 416) throw error;
        return { body: await read(path, options), total: null };
      }
    },
  };
}
