import type { ServerResponse } from 'node:http';
import { contextOf } from './http/request-context.ts';
import { watchNewsChanges } from './news/watch-changes.ts';
import { warmUp } from './pages/warm-up.ts';
import type { AppServices } from './app-services.ts';
import { createViewCounter } from './page-views/view-counter.ts';

export interface Background {
  /** Counts a finished response if it is a page view. */
  countView(response: ServerResponse): void;
  /** Renders pages before their first visitors, while the app is ready. */
  warm(): Promise<void>;
  /** Sends the page views that were counted; never rejects. */
  flush(): Promise<void>;
  /** Does the same after the last response, and stops the timers. */
  close(): Promise<void>;
}

/** The tasks of the app that belong to no single request. */
export function createBackground(services: AppServices, isReady: () => boolean): Background {
  const { config, log, newsRepository, newsPollMs: pollMs, pages } = services;
  // The desk shows page views. The commands of the desk change news without a call to the site, and articles may have
  // future dates of publication.
  const hasDesk = config.deskEmails.length > 0;
  const pageViews = hasDesk ? createViewCounter({ ...services, publicUrl: config.publicUrl }) : null;
  const newsWatch = hasDesk
    ? watchNewsChanges({ ...services, onChange: () => services.changes.apply('news'), pollMs })
    : null;
  return {
    countView(response) {
      if (contextOf(response).siteRequest) pageViews?.count(response);
    },
    async warm() {
      // The index contains the names of all articles, so that reads of them do not count as guesses.
      const index = newsRepository.api().newsIndex();
      if (config.pageCacheBytes > 0) await warmUp({ pages, shouldContinue: isReady, log });
      await index;
    },
    async flush() {
      await pageViews?.flush();
    },
    async close() {
      newsWatch?.close();
      await pageViews?.close();
    },
  };
}
