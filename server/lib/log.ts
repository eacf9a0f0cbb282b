import fs from 'node:fs';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/** Values of these names are not written if they are logged by mistake: visitors' data and secrets. */
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

/** Lines are written together when they have this many bytes, or after this many milliseconds. */
const batchBytes = 32 * 1024;
const batchMs = 100;
const maxWaitingBytes = 16 * 1024 * 1024;
/** How long a fatal line, or the end of the process, waits until the lines before it are written, in milliseconds. */
const maxFlushMs = 500;

/**
 * Runs a flush of pino. After an error pino repeats the write for ever; only after EAGAIN it asks `retryEAGAIN` whether
 * to repeat it. So every error is passed to pino as EAGAIN.
 */
function flushWithin(flushSync: () => void): void {
  const { writeSync } = fs;
  const writeOnce = (...values: Parameters<typeof writeSync>) => {
    try {
      return writeSync(...values);
    } catch (error) {
      throw Object.assign(new Error('the log cannot be written', { cause: error }), { code: 'EAGAIN' });
    }
  };
  // The parameters of one overload stand for those of all.
  fs.writeSync = writeOnce as typeof writeSync;
  try {
    flushSync();
  } finally {
    fs.writeSync = writeSync;
  }
}

/** Creates an output that writes lines in batches, because each write costs more than making the line. */
function createOutput(): DestinationStream {
  let deadline = Infinity;
  // A reader that has stopped must not fill the memory or prevent the end of the process.
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: batchBytes,
    maxWrite: 2 * batchBytes,
    maxLength: maxWaitingBytes,
    periodicFlush: batchMs,
    retryEAGAIN: () => performance.now() < deadline,
  });
  // Lines that cannot be written, for example on a full disk, are lost; the site goes on without them.
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  const flushSync = output.flushSync.bind(output);
  // pino calls `flushSync` for fatal lines and at the end of the process.
  output.flushSync = () => {
    if (isFailing) return;
    deadline = performance.now() + maxFlushMs;
    try {
      flushWithin(flushSync);
    } catch {
      isFailing = true;
    }
    deadline = Infinity;
  };
  return output;
}

/** Lines of the same millisecond share the text of their time. */
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

/** The message of an error is written as `reason`: values named `message` are hidden. */
function describeError(error: Error) {
  const { message: reason, ...rest } = stdSerializers.err(error);
  return { reason, ...rest };
}

/**
 * Creates the log: lines of JSON, without personal data. `level` is a level of pino; `target` replaces the standard
 * output.
 */
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
