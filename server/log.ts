import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

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
const bufferBytes = 16_000;

/** Standard output, written in pieces; whatever waits is written when the process ends, and before it after a fatal line. */
function createOutput() {
  const output = pino.destination({ dest: 1, sync: false, minLength: bufferBytes });
  setInterval(() => output.flush(), bufferMs).unref();
  return output;
}

/** Many lines have the same millisecond: its text is made once. */
function createTimestamp() {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
}

/** An error's message is the operator's; under its own name it would be taken for a visitor's. */
function describeError(error: Error) {
  const { message: reason, ...rest } = stdSerializers.err(error);
  return { reason, ...rest };
}

export function createLog(level: string, target?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      serializers: { err: describeError },
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: personal.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '[hidden]',
      },
    },
    target ?? createOutput(),
  );
}
