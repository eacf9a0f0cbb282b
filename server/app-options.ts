import type { BackendClient } from './backend/client.ts';
import type { Config } from './config/config.ts';
import type { RedisServices } from './redis/connect-redis.ts';
import type { Manifest } from './lib/manifest.ts';
import type { AnswerAges } from './news/answer-cache.ts';
import type { EmbeddedState } from './operations/embedded-metrics.ts';
import type { Log } from './lib/log.ts';
import type { Metrics } from './operations/metrics.ts';
import type { PageAges } from './pages/page-age.ts';
import type { TextStore } from './lib/texts.ts';

/** The options that the process passes to the application. */
export interface AppOptions {
  config: Config;
  log: Log;
  texts: TextStore;
  manifest: Manifest;
  backendClient: BackendClient;
  metrics: Metrics;
  /** The connections through Redis that several copies of the site share. */
  redis?: Partial<Pick<RedisServices, 'createStore' | 'changes'>> | undefined;
  /** Returns whether the embedded backend can store data, and how much it has not sent yet; for /readyz. */
  readEmbeddedState?: (() => EmbeddedState) | undefined;
  /** The folder with the files that the build made for browsers. */
  clientDir: string;
  /** The folder with the pictures of the built-in news. */
  picturesDir: string;
  /** The folder `static/`, whose files are served unchanged when the code is not built. */
  staticDir?: string;
  /** The maximum ages of cached pages; tests pass small ones. */
  pageAges?: PageAges;
  /** The maximum ages of the backend's answers; tests pass small ones. */
  answerAges?: AnswerAges | undefined;
  /** The interval in milliseconds at which a site with a desk checks for changes of the news. */
  newsPollMs?: number | undefined;
}
