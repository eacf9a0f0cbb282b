import type { Server } from 'node:http';
import { onSignal } from './on-signal.ts';
import type { Log } from './operations/log.ts';

/**
 * Times in milliseconds. Together the first two stay below 10 s, after which orchestrators such as Docker kill the
 * process.
 */
export const shutdownTimes = {
  /**
   * How long /readyz returns 503 after SIGTERM while requests are still accepted, so that proxies notice. In a rolling
   * restart another copy has just come back: nginx may pause it for two more seconds, and then tries one request there
   * before it sends others.
   */
  announceMs: 3000,
  /** How long running requests may take after that. */
  drainMs: 6000,
  /**
   * Running calls to the backend are cancelled this long before the process ends, so that their visitors get an error.
   */
  answerMs: 1500,
  /** How often idle connections are closed meanwhile. */
  closeIdleMs: 100,
};

/** The exit code that shells report for a program that was ended by SIGINT: 128 plus the number of the signal. */
const interruptedExitCode = 130;

interface Running {
  server: Server;
  /** `isReady` decides the response of /readyz. */
  app: { isReady: boolean };
  log: Log;
  /** Aborts the backend calls that requests still wait for. */
  giveUp?: () => void;
  /** Closes everything else that is open: backend, Redis, metrics port. */
  closeRest: () => Promise<void>;
}

/**
 * Ends the process on SIGTERM, SIGINT or an unexpected error without losing a request. First /readyz returns 503 and
 * every response closes its connection, while new requests are still accepted; then the port is closed, running
 * requests are finished, and the process exits. A second SIGINT exits at once.
 */
export function closeOnSignal({ server, app, log, giveUp, closeRest }: Running): void {
  let closing = false;

  function close(reason: string, exitCode: number, announceMs: number): void {
    if (closing) return;
    closing = true;
    app.isReady = false;
    log.info({ signal: reason }, 'closing: running requests are finished, no new ones are taken');
    setTimeout(() => {
      log.warn('some requests did not finish in time');
      process.exit(exitCode || 1);
    }, announceMs + shutdownTimes.drainMs);
    if (giveUp) setTimeout(giveUp, announceMs + shutdownTimes.drainMs - shutdownTimes.answerMs);
    setTimeout(() => {
      server.close(() => {
        void closeRest().finally(() => process.exit(exitCode));
      });
      // server.close() closes only the connections that are idle now; others become idle after their last response.
      setInterval(() => server.closeIdleConnections(), shutdownTimes.closeIdleMs);
    }, announceMs);
  }

  onSignal('SIGTERM', () => close('SIGTERM', 0, shutdownTimes.announceMs));
  onSignal('SIGINT', () => {
    if (closing) process.exit(interruptedExitCode);
    // SIGINT comes from a terminal, so no proxy has to notice.
    close('SIGINT', 0, 0);
  });
  const onFault = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind);
    close(kind, 1, 0);
  };
  process.on('uncaughtException', onFault('uncaught exception'));
  process.on('unhandledRejection', onFault('unhandled rejection'));
}
