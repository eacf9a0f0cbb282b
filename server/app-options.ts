import type { BackendClient } from './backend/client.ts';
import type { Config } from './config/config.ts';
import type { Shared } from './http/redis.ts';
import type { Manifest } from './manifest.ts';
import type { AnswerAges } from './news/answer-cache.ts';
import type { BackendDetail } from './operations/backend-metrics.ts';
import type { Log } from './operations/log.ts';
import type { Metrics } from './operations/metrics.ts';
import type { PageAges } from './pages/page-age.ts';
import type { TextStore } from './texts.ts';

/** What the process hands to the application. */
export interface AppOptions {
  config: Config;
  log: Log;
  texts: TextStore;
  manifest: Manifest;
  backendClient: BackendClient;
  metrics: Metrics;
  /** What several copies share by Redis. */
  shared?: Partial<Pick<Shared, 'openStore' | 'changes'>> | undefined;
  /** Whether the embedded backend can store what it is sent, and what it has not sent yet; for /readyz. */
  readBackend?: (() => BackendDetail) | undefined;
  /** What the build made for browsers. */
  clientDir: string;
  /** The pictures of the built-in news. */
  picturesDir: string;
  /** Where static/ is served from as it is, because the code is not built. */
  staticDir?: string;
  /** Ages of stored pages; tests give small ones. */
  pageAges?: PageAges;
  /** Ages of the backend's answers; tests give small ones. */
  answerAges?: AnswerAges | undefined;
  /** How often a site with a desk asks whether the news have changed, in milliseconds. */
  newsPollMs?: number | undefined;
}
