import type { ServerResponse } from 'node:http';
import type { AppOptions } from '#server/app-options.ts';
import { watchNewsChanges } from '#server/news/watch-changes.ts';
import type { Services } from '#server/services.ts';
import { createVisitCounter } from '#server/visits/visit-counter.ts';

/** What every copy of a site with a desk does beside its answers. */
interface DeskWork {
  /** Counts a visit; called when an answer has ended. */
  count(response: ServerResponse): void;
  /** Resolves when everything that was counted is sent. */
  close(): Promise<void>;
}

const nothing: DeskWork = { count: () => undefined, close: () => Promise.resolve() };

/** Counts visits, which only a desk shows, and notices news that were published elsewhere, by a command, or by their date. */
export function startDeskWork(site: Services, { newsPollMs }: Pick<AppOptions, 'newsPollMs'>): DeskWork {
  const { deskEmails, publicUrl } = site.config;
  if (deskEmails.length === 0) return nothing;
  const visits = createVisitCounter({ ...site, publicUrl });
  const news = watchNewsChanges({ ...site, onChange: () => site.applyChange('all'), pollMs: newsPollMs });
  return {
    count: (response) => visits.count(response),
    async close() {
      news.close();
      await visits.close();
    },
  };
}
