import pLimit from 'p-limit';
import { createClientLimit } from '#server/lib/client-limit.ts';

/** Thrown before any byte of a page is sent, when too many pages are being rendered or streamed. */
export class BusyError extends Error {
  override name = 'BusyError';
}

type RunLimited = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs `max` tasks at once; `maxWaiting` more wait, and further ones are rejected with a BusyError. */
function createLimit(max: number, maxWaiting: number): RunLimited {
  const limit = pLimit(max);
  return (task) =>
    limit.activeCount + limit.pendingCount < max + maxWaiting
      ? limit(task)
      : Promise.reject(new BusyError('too many pages are being rendered'));
}

/**
 * How many pages may be streamed for each that may be rendered: after its shell a stream only waits for the backend,
 * but it takes memory for up to ten seconds.
 */
const streamsPerRender = 4;

/** One client may have this part of all streams, so that slow readers at one address keep nobody else from a page. */
const clientsShare = 1 / 2;

export interface RenderLimits {
  /**
   * Opens and renders a page, in the pool of renders, or in the smaller pool of guesses where somebody may have made up
   * the address; rejects with a BusyError when the queue of the pool is full.
   */
  withinLimit<T>(render: () => Promise<T>, address?: URL): Promise<T>;
  /**
   * Streams an opened page to a client; clientKeyOf() gives the name of the client. Rejects at once with a BusyError
   * when too many pages are being streamed, in total or to this client.
   */
  withinStreamLimit(client: string, stream: () => Promise<void>): Promise<void>;
}

interface Options {
  /** How many pages are rendered at the same time; as many again may wait. */
  maxRenders: number;
  /** Whether the address may not exist; such pages get at most an eighth of the renders that run at once. */
  isGuess(address: URL): boolean;
}

function createStreamLimit(max: number): RenderLimits['withinStreamLimit'] {
  const runStream = createLimit(max, 0);
  const withinClientLimit = createClientLimit({
    maxRunning: max * clientsShare,
    maxWaiting: 0,
    createError: () => new BusyError('too many pages are being streamed to one client'),
  });
  return (client, stream) => withinClientLimit(client, () => runStream(stream));
}

/** Creates the pools in which pages are rendered and streamed. */
export function createRenderLimits({ maxRenders, isGuess }: Options): RenderLimits {
  const maxGuesses = Math.max(1, Math.floor(maxRenders / 8));
  const runRender = createLimit(maxRenders, maxRenders);
  const runGuess = createLimit(maxGuesses, maxGuesses);
  return {
    // A render waits for the backend, which may need long to find that an address does not exist.
    withinLimit: (render, address) => (address && isGuess(address) ? runGuess : runRender)(render),
    withinStreamLimit: createStreamLimit(maxRenders * streamsPerRender),
  };
}
