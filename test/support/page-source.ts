import { pino } from 'pino';
import { bodyOf, createPageCache } from '#server/pages/page-cache.ts';
import { createPageSource, type PageSource } from '#server/pages/page-source.ts';
import type { PreparedPage } from '#server/pages/prepare-page.ts';
import type { PageTarget } from '#server/pages/produce-page.ts';
import { createRenderLimits } from '#server/pages/render-limits.ts';
import type { Renderer } from '#server/pages/render.tsx';

export const minute = 60_000;
export const hour = 60 * minute;

/** The result of the next render. */
interface Outcome {
  html?: string;
  degraded?: boolean;
  missing?: boolean;
  status?: number;
  complete?: boolean;
  error?: Error;
  /** The render waits for it. */
  until?: Promise<unknown>;
}

export function targetOf(path: string): PageTarget {
  return { key: `${path}\n\nen`, address: new URL(path, 'http://site'), language: 'en' };
}

/** A source of pages with a fake renderer and a clock that the test sets. */
export function openSource({ maxRenders = 10 } = {}) {
  const warnings: unknown[] = [];
  const clock = { now: 1_000_000 };
  const renders: string[] = [];
  /** How long each render waits for the backend; undefined for the time of a visitor. */
  const timeouts: (number | undefined)[] = [];
  let outcome: Outcome = {};
  const renderer: Renderer = {
    async prepare(address, _language, { timeoutMs } = {}) {
      renders.push(address.pathname);
      timeouts.push(timeoutMs);
      const { degraded = false, missing = false, complete = true, error, until, html } = outcome;
      const { status = missing ? 404 : 200 } = outcome;
      await until;
      if (error) throw error;
      const visit = { status, route: { name: 'page' }, html: html ?? 'page' };
      const prepared = { visit, api: { degraded }, status, complete, startedAt: 0, openMs: 0 };
      return prepared as never;
    },
    print: ({ visit }: PreparedPage) =>
      Promise.resolve({ html: Buffer.from((visit as never as { html: string }).html) }),
    prepareFailure: () => Promise.reject(new Error('not used here')),
    stream: () => Promise.reject(new Error('not used here')),
  };
  const renderLimits = createRenderLimits({ maxRenders, isGuess: ({ pathname }) => pathname.startsWith('/made-up') });
  const source = createPageSource({
    renderer,
    renderLimits,
    cache: createPageCache(1_000_000),
    metrics: { render: () => undefined },
    log: pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line)) }),
    now: () => clock.now,
  });
  return {
    source,
    renderLimits,
    clock,
    renders,
    timeouts,
    warnings,
    next: (wanted: Outcome) => {
      outcome = wanted;
    },
  };
}

export const htmlOf = (opened: Awaited<ReturnType<PageSource['produce']>>) =>
  opened.kind === 'complete' ? bodyOf(opened.page, 'identity').toString() : opened.kind;
