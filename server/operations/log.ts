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

/** Lines wait for this many others, or this long. */
const batchLines = 64;
const batchMs = 100;
const mostWaitingBytes = 16 * 1024 * 1024;
/** How long the end of the process may wait for its last lines to be taken. */
const lastWordsMs = 500;

/**
 * Standard output, many lines at a time: handing over each costs more than making it. What waits is written when the
 * process ends, and before that after a fatal line.
 */
function createOutput(): DestinationStream & { flushSync(): void } {
  let ending = Infinity;
  // Whoever reads the log may have stopped: lines neither fill the memory nor keep the process from ending.
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: mostWaitingBytes,
    retryEAGAIN: () => Date.now() < ending,
  });
  let lines: string[] = [];

  function pass(): void {
    if (lines.length > 0) output.write(lines.join(''));
    lines = [];
  }

  function flushSync(): void {
    pass();
    output.flushSync();
  }

  setInterval(pass, batchMs).unref();
  process.on('beforeExit', pass);
  process.on('exit', () => {
    ending = Date.now() + lastWordsMs;
    try {
      flushSync();
    } catch {
      // Nobody reads it.
    }
  });
  return {
    write(line) {
      lines.push(line);
      if (lines.length >= batchLines) pass();
    },
    flushSync,
  };
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
