import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

// Finished parts stay in their place, however long they are: React would move long ones behind a script.
const inPlace = { progressiveChunkSize: Infinity };

/** Renders the whole content of #root, in UTF-8; rejects with what React threw. */
export function printToBytes(app: ReactNode): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(app, { ...inPlace, onAllReady: () => pipe(sink), onError: reject });
  });
}

/** Where a streamed page goes; `flush` sends what a compressor holds back. */
export interface StreamTarget {
  write(chunk: Buffer | string): boolean;
  flush(): void;
  end(): void;
  on(event: 'drain' | 'close', listener: () => void): unknown;
}

interface StreamOptions {
  /** Allows the lines of script that React adds. */
  nonce: string;
  /** Loaded by the browser as soon as the shell is there. */
  modules: string[];
  /** HTML before and after the content of #root. */
  head: string;
  tail: string;
  /** A render that takes longer is ended. */
  timeoutMs: number;
  /** A part was not rendered in time, or failed: the browser renders it. */
  onPartFailed(error: unknown): void;
}

/** A sink for React with backpressure. React looks for `flush` on it: without, a compressor holds the shell back. */
function createSink(target: StreamTarget, tail: string) {
  let resume: (() => void) | undefined;
  // One listener for all of the stream: the `once` of the compression middleware leaves its listeners behind.
  target.on('drain', () => resume?.());
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (target.write(chunk)) return done();
      resume = () => {
        resume = undefined;
        done();
      };
    },
    final(done) {
      target.write(tail);
      target.end();
      done();
    },
  });
  return Object.assign(sink, { flush: () => target.flush() });
}

/** Sends the shell as soon as it is rendered and the rest as it comes; rejects when the shell cannot be rendered. */
export function streamTo(target: StreamTarget, app: ReactNode, options: StreamOptions): Promise<void> {
  const { nonce, modules, head, tail, timeoutMs, onPartFailed } = options;
  return new Promise((resolve, reject) => {
    let started = false;
    const sink = createSink(target, tail);
    const { pipe, abort } = renderToPipeableStream(app, {
      ...inPlace,
      nonce,
      bootstrapModules: modules,
      onShellReady() {
        started = true;
        target.write(head);
        pipe(sink);
      },
      onShellError: reject,
      onError(error) {
        if (started) onPartFailed(error);
      },
    });
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      abort(new Error('the page took too long'));
      // Should React itself hang, the visitor still gets an end.
      setTimeout(() => {
        if (!sink.writableFinished) target.end();
      }, 500).unref();
    }, timeoutMs);
    sink.once('finish', finish);
    target.on('close', () => {
      // The visitor has left: nobody waits for the rest.
      if (!sink.writableFinished) abort(new Error('the visitor left'));
      finish();
    });
  });
}
