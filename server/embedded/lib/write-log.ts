export type LogLevel = 'info' | 'warn' | 'error';

/** Writes a line to the site's log, in the worker as in the main thread. */
export type WriteLog = (level: LogLevel, fields: Record<string, unknown>, text: string) => void;
