import type { Server } from 'node:http';
import { onSignal } from '#server/lib/on-signal.ts';
import type { Log } from '#server/lib/log.ts';
import { within } from '#server/lib/within.ts';

/**
 * Times in milliseconds. The first three together stay below 10 s, after which orchestrators such as Docker kill the
 * process.
 */
export const shutdownTimes = {
  /**
   * How long /readyz returns 503 after SIGTERM while requests are still accepted, so that proxies notice. nginx does
   * not read /readyz, so a POST that arrives while the port closes may be lost: see deploying.md. In a rolling restart
   * the other copy has just started again: for two more seconds nginx may send it no request, then a single one, and
   * more only after a response.
   */
  unreadyMs: 3000,
  /** How long running requests may take after that. */
  drainMs: 4000,
  /** How long `closeRest` may take after that. It contains the next two. */
  closeRestMs: 2800,
  /** How long the page views that were counted after the signal may take to send. */
  lastFlushMs: 250,
  /** How long the embedded backend may take to end: an e-mail that was just sent must be marked as sent. */
  closeBackendMs: 2500,
  /**
   * Running calls to the backend are aborted this long before `drainMs` is over, so that their visitors still get an
   * error page.
   */
  abortBeforeMs: 1500,
  /** How often idle connections are closed meanwhile. */
  closeIdleMs: 100,
};

/** The exit code that shells report for a program that was ended by SIGINT: 128 plus the number of the signal. */
const interruptedExitCode = 130;

export interface Running {
  server: Server;
  /** `isReady` decides the response of /readyz. */
  app: { isReady: boolean };
  log: Log;
  /** Sends the data that are only in memory. It is called first, because calls to the backend may be aborted later. */
  flush?: () => Promise<void>;
  /** Sends the data that have come since, then aborts the backend calls that requests still wait for. */
  abortBackendCalls?: () => Promise<void>;
  /** Closes everything else that is open: backend, Redis, metrics port. */
  closeRest: () => Promise<void>;
}

/**
 * Ends the process on SIGTERM, SIGINT or an unexpected error without losing a request. First /readyz returns 503 and
 * every response closes its connection, while new requests are still accepted; then the port is closed, running
 * requests are finished, and the process exits. A second SIGINT exits at once.
 */
export function closeOnSignal({ server, app, log, flush, abortBackendCalls, closeRest }: Running): void {
  let closing = false;
  let exitCode = 0;

  async function closeRestInTime(): Promise<never> {
    try {
      await within(closeRest(), shutdownTimes.closeRestMs, () => {
        throw new Error('closing took too long');
      });
    } catch (error) {
      log.error({ err: error }, 'the backend, Redis or the metrics server could not be closed');
      exitCode = 1;
    }
    process.exit(exitCode);
  }

  function close(reason: string, unreadyMs: number): void {
    if (closing) return;
    closing = true;
    app.isReady = false;
    const newOnes = unreadyMs > 0 ? `, and new ones are taken for ${unreadyMs / 1000} s` : '';
    log.info({ signal: reason }, `closing: running requests are finished${newOnes}`);
    void flush?.();
    if (abortBackendCalls)
      setTimeout(() => void abortBackendCalls(), unreadyMs + shutdownTimes.drainMs - shutdownTimes.abortBeforeMs);
    setTimeout(() => {
      const overdue = setTimeout(() => {
        log.warn('some requests did not finish in time');
        exitCode = 1;
        server.closeAllConnections();
      }, shutdownTimes.drainMs);
      server.close(() => {
        clearTimeout(overdue);
        void closeRestInTime();
      });
      // server.close() closes only the connections that are idle now; others become idle after their last response.
      setInterval(() => server.closeIdleConnections(), shutdownTimes.closeIdleMs);
    }, unreadyMs);
  }

  onSignal('SIGTERM', () => close('SIGTERM', shutdownTimes.unreadyMs));
  onSignal('SIGINT', () => {
    if (closing) process.exit(interruptedExitCode);
    // SIGINT comes from a terminal, so no proxy has to notice.
    close('SIGINT', 0);
  });
  const onFault = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    // A fault while the site is closing changes the exit code too.
    exitCode = 1;
    close(kind, 0);
  };
  process.on('uncaughtException', onFault('uncaught exception'));
  process.on('unhandledRejection', onFault('unhandled rejection'));
}
