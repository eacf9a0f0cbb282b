import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Whatever is logged by mistake with these names is not written: visitors' data and secrets stay out of logs. */
const personal = ['email', 'machine_id', 'machineId', 'message', 'author', 'content', 'firstName', 'lastName', 'attachment', 'token', 'x-token', 'cookie', 'authorization'];

export function createLog(level: string, target?: DestinationStream): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: personal.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[hidden]' },
  }, target);
}
