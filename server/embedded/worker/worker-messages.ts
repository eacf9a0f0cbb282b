import type { EmbeddedState } from '#server/operations/embedded-metrics.ts';
import type { LogLevel } from '../lib/write-log.ts';

/** The worker sends these messages to the site. */
export type WorkerMessage =
  | { kind: 'listening'; port: number }
  /** The response to a ping. */
  | { kind: 'alive' }
  /** The database cannot be used; `reason` is a sentence for the operator. */
  | { kind: 'refused'; reason: string }
  | { kind: 'state'; state: Partial<EmbeddedState> }
  | { kind: 'log'; level: LogLevel; fields: Record<string, unknown>; text: string };

/** The site sends this message to the worker, which then stops serving, closes the database and ends. */
export const closeMessage = 'close';

/** The worker responds to this message of the site, unless it hangs. */
export const pingMessage = 'ping';
