import type { RequestListener } from 'node:http';
import { createApp, type App } from './app.ts';
import { createBackendClient } from './backend/client.ts';
import { createBackend } from './create-backend.ts';
import { findMistakes } from './build/mistakes.ts';
import type { Config } from './config/config.ts';
import type { Manifest } from './lib/manifest.ts';
import type { Log } from './lib/log.ts';
import { createMetrics } from './operations/metrics.ts';
import { shutdownTimes } from './http/shutdown.ts';
import type { TextStore } from './lib/texts.ts';

interface SiteOptions {
  config: Config;
  log: Log;
  clientDir: string;
  staticDir: string;
  picturesDir: string;
  localesDir: string;
}

/**
 * The part of the site that is compiled and imported again after every change of code, while the development server
 * keeps the port.
 */
export interface DevelopmentSite {
  /** Answers requests with these texts and this build for browsers; a change of text or style needs no new site. */
  createHandler(texts: TextStore, manifest: Manifest): RequestListener;
  /** Mistakes in the table of pages, as `findMistakes` describes them. */
  findMistakes: typeof findMistakes;
  close(): Promise<void>;
}

/** Opens the site, and the embedded backend if the configuration has no other one. */
export async function openSite({ config, log, localesDir, ...folders }: SiteOptions): Promise<DevelopmentSite> {
  const { embedded, ...backend } = createBackend(config, { picturesDir: folders.picturesDir, localesDir }, log);
  await embedded?.start();
  const metrics = createMetrics();
  const backendClient = createBackendClient({ ...backend, port: embedded?.port, log, metrics });
  let app: App | undefined;
  return {
    createHandler(texts, manifest) {
      // The page views that the previous app has counted are sent, and its timers end.
      void app?.close();
      app = createApp({ config, log, metrics, texts, backendClient, manifest, ...folders });
      return app.handler;
    },
    findMistakes,
    async close() {
      await app?.close();
      await backendClient.close();
      await embedded?.close(shutdownTimes.closeBackendMs);
    },
  };
}
