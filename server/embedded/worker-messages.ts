import type { BackendDetail } from '#server/operations/backend-metrics.ts';
import type { BackendSettings } from './settings.ts';

/** What the worker thread is started with. */
export interface WorkerSettings extends BackendSettings {
  /** 0: any free port. */
  port: number;
}

export type LogLevel = 'info' | 'warn' | 'error';

/** From the worker to the site. */
export type WorkerMessage =
  | { kind: 'listening'; port: number }
  /** The database cannot be used; `reason` is a sentence for the operator. */
  | { kind: 'refused'; reason: string }
  | { kind: 'detail'; detail: Partial<BackendDetail> }
  | { kind: 'log'; level: LogLevel; fields: Record<string, unknown>; text: string };

/** From the site to the worker: answer nobody any more, close the database, and end. */
export const closeMessage = 'close';

/** Writes a line into the site's log, from wherever it runs. */
export type WriteLog = (level: LogLevel, fields: Record<string, unknown>, text: string) => void;
