import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

// Finished parts stay in their place, however long they are: React would move long parts behind a script.
const inPlace = { progressiveChunkSize: Infinity };

/** Renders the whole content of #root, in UTF-8; rejects with React's error. */
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

/** The response that receives a streamed page. */
export interface StreamTarget {
  write(chunk: Buffer | string): boolean;
  /** Sends the bytes that the compression middleware has buffered; absent without compression. */
  flush?(): void;
  end(): void;
  destroy(): void;
  on(event: 'drain' | 'close', listener: () => void): unknown;
}

interface StreamOptions {
  /** Called once, before the first write: the shell is rendered, so the page will be sent. */
  begin(): void;
  /** The nonce of the lines of script that React adds. */
  nonce: string;
  /** The modules that the browser loads as soon as it has the shell. */
  modules: string[];
  /** HTML before and after the content of #root. */
  head: string;
  tail: string;
  /** The time limit of a render; a longer one is ended. */
  timeoutMs: number;
  /** Called when a part was not rendered in time or failed; the browser then renders it. */
  onPartFailed(error: unknown): void;
}

/**
 * Creates a sink for React with backpressure. React calls its `flush`; without it, a compressor would delay the shell.
 */
function createSink(target: StreamTarget, tail: string) {
  let resume: (() => void) | undefined;
  // One listener for the whole stream, because the `once` of the compression middleware does not remove its listeners.
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
  return Object.assign(sink, { flush: () => target.flush?.() });
}

/**
 * Sends the shell as soon as it is rendered, and the rest when it is ready. Rejects when the shell cannot be rendered,
 * before it has called `begin` or the target.
 */
export function streamTo(target: StreamTarget, app: ReactNode, options: StreamOptions): Promise<void> {
  const { begin, nonce, modules, head, tail, timeoutMs, onPartFailed } = options;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let state: 'rendering' | 'sending' | 'ended' = 'rendering';
  const sink = createSink(target, tail);
  const { pipe, abort } = renderToPipeableStream(app, {
    ...inPlace,
    nonce,
    bootstrapModules: modules,
    onShellReady() {
      state = 'sending';
      begin();
      target.write(head);
      pipe(sink);
    },
    onShellError(error) {
      end();
      reject(error);
    },
    onError(error) {
      // React calls this for each part that was not ready when the visitor left.
      if (state === 'sending') onPartFailed(error);
    },
  });
  function end(): void {
    state = 'ended';
    clearTimeout(timer);
  }
  const finish = () => {
    end();
    resolve();
  };
  const timer = setTimeout(() => {
    abort(new Error('the page took too long'));
    // React itself may hang, or the visitor reads nothing: an ended response would wait for the visitor to read it.
    setTimeout(() => {
      if (state === 'ended') return;
      if (!sink.writableFinished) {
        sink.destroy();
        target.destroy();
      }
      finish();
    }, 500).unref();
  }, timeoutMs);
  sink.once('finish', finish);
  target.on('close', () => {
    finish();
    // The rest is not needed.
    if (!sink.writableFinished) abort(new Error('the visitor left'));
  });
  return promise;
}
