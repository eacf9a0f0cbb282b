import type { TestContext } from 'node:test';
import { act, render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { Api } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import type { ReportError } from '#client/lib/error-reporter.ts';
import { PageContexts } from '#client/lib/page-contexts.tsx';
import { routes } from '#client/routes.ts';
import { createServerSite } from '#client/stores/server-site.ts';
import type { Toasts } from '#client/stores/toasts.ts';
import type { Visit } from '#client/visit.ts';
import { filledAreas } from './locales.ts';

interface Options {
  language?: Language;
  /** The calls of the backend that the part may use. */
  api?: Partial<Api>;
  /** The address of the page with the part. */
  path?: string;
  search?: string;
  /** Whether plans can be paid for. */
  payments?: boolean;
  toasts?: Toasts;
  /** Called with every error that the part reports. */
  reportError?: ReportError;
}

/**
 * Renders a part of a page as the app does: with its texts, its visit and its site around it. `rerenderPart` gives the
 * part other props, and may show the page in another language.
 */
export function renderPart(
  t: TestContext,
  part: ReactNode,
  {
    language = 'en',
    api = {},
    path = '/',
    search = '',
    payments = true,
    reportError = () => undefined,
    toasts,
  }: Options = {},
): RenderResult & { rerenderPart(next: ReactNode, nextLanguage?: Language): void } {
  const route = routes.find((candidate) => candidate.path === path) ?? routes[0];
  if (!route) throw new Error('the route table is empty');
  const visit: Visit = {
    status: 200,
    route,
    path,
    language,
    page: { Page: () => null },
    search,
    params: {},
    data: null,
    texts: filledAreas(language),
  };
  const created = createServerSite(visit, api as Api, { payments, reportError });
  const site = toasts ? { ...created, toasts } : created;
  const inSite = (content: ReactNode, shown = language) => (
    <PageContexts
      site={site}
      visit={shown === language ? visit : { ...visit, language: shown, texts: filledAreas(shown) }}
    >
      {content}
    </PageContexts>
  );
  const view = render(inSite(part));
  t.after(() =>
    act(async () => {
      view.unmount();
      // Islands in the part unmount their own roots one microtask later.
      await Promise.resolve();
    }),
  );
  return { ...view, rerenderPart: (next, nextLanguage) => view.rerender(inSite(next, nextLanguage)) };
}
