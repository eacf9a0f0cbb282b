import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Whatever is logged by mistake with these names is not written: visitors' data and secrets stay out of logs. */
const personal = [
  'email',
  'machine_id',
  'machineId',
  'message',
  'author',
  'content',
  'firstName',
  'lastName',
  'attachment',
  'token',
  'x-token',
  'cookie',
  'authorization',
];

/** Lines wait this long, or for this many bytes, so that a request does not pay for a write of its own. */
const bufferMs = 100;
const bufferBytes = 4096;

/** Standard output, written in pieces; whatever waits is written when the process ends, and before it after a fatal line. */
function createOutput() {
  const output = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  setInterval(() => output.flush(), bufferMs).unref();
  return output;
}

export function createLog(level: string, target?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: personal.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[hidden]',
      },
    },
    target ?? createOutput(),
  );
}
