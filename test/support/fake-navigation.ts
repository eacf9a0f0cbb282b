import type { TestContext } from 'node:test';
import { signal } from '@preact/signals-react';
import type { Language } from '#shared/languages.ts';
import type { Texts } from '#shared/text.ts';
import { createNavigator } from '#client/navigation/navigator.ts';
import type { NavigatorTools } from '#client/navigation/navigator-tools.ts';
import type { PageView } from '#client/navigation/page-view.ts';
import type { ScrollPositions } from '#client/navigation/scroll-positions.ts';
import { createSessionHistory, type HistoryWindow, type MoveEvent } from '#client/navigation/session-history.ts';
import { findRoute, pickQuery } from '#client/routes.ts';
import type { LanguageStore } from '#client/stores/language.ts';
import { createSiteState } from '#client/stores/site.ts';
import type { Visit } from '#client/visit.ts';
import { settle } from './settle.ts';

const origin = 'https://obrii.example';

/** The browser's history without a browser: entries, a current one, and `popstate` when the visitor moves. */
export function fakeWindow(start: string) {
  const entries: { href: string; state: unknown }[] = [{ href: new URL(start, origin).href, state: null }];
  const listeners = new Map<string, Set<(event: MoveEvent) => void>>();
  let at = 0;
  let left: string | null = null;
  const current = () => entries[at] ?? { href: origin, state: null };
  const resolve = (to?: string | URL | null) => new URL(to ?? current().href, current().href).href;

  const canMove = (delta: number) => entries[at + delta] !== undefined;

  /** Moves like the Back and Forward buttons, or like a swipe; returns false if there is no such entry. */
  function move(delta: number, isSwipe = false): boolean {
    if (!canMove(delta)) return false;
    at += delta;
    for (const listener of listeners.get('popstate') ?? []) listener({ hasUAVisualTransition: isSwipe });
    return true;
  }

  const window: HistoryWindow = {
    history: {
      scrollRestoration: 'auto',
      get state(): unknown {
        return current().state;
      },
      pushState(state: unknown, _title, to) {
        const href = resolve(to);
        entries.splice(at + 1, entries.length, { href, state });
        at += 1;
      },
      replaceState(state: unknown, _title, to) {
        entries[at] = { href: resolve(to), state };
      },
      go(delta = 0) {
        // In a browser, go(0) and go(NaN) reload the page.
        if (!delta) left = current().href;
        else queueMicrotask(() => move(delta));
      },
    },
    location: {
      get href() {
        return current().href;
      },
      assign(to) {
        left = resolve(to);
      },
      reload() {
        left = current().href;
      },
    },
    addEventListener(type, listener) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    },
    setTimeout: () => undefined,
    stop() {
      left = null;
    },
  };
  return {
    window,
    canMove,
    move,
    entries,
    /** The address of the document that is taking the place of this one; null while there is none. */
    left: () => left,
    /** A click on a link that only the browser itself follows; one to the current address replaces the entry. */
    followFragment(hash: string) {
      const href = resolve(hash);
      if (href === current().href) entries[at] = { href, state: null };
      else entries.splice((at += 1), entries.length, { href, state: null });
      move(0);
    },
  };
}

/** One request for a page or for texts, which the test answers. */
export interface Load {
  kind: 'page' | 'texts';
  what: string;
  signal: AbortSignal | undefined;
  succeed(): void;
  fail(error: Error): void;
}

const texts: Texts = { navbar: { loading: 'loading', offline: 'offline' } };

export function visitOf(address: string, language: Language): Visit {
  const url = new URL(address, origin);
  const match = findRoute(url.pathname);
  if (!match) throw new Error(`${address} is no page`);
  const { route, params } = match;
  const page = { Page: () => null, reusedData: route.name === 'news' ? ['featured'] : undefined };
  const search = pickQuery(route, url.searchParams);
  return { status: 200, route, params, page, path: url.pathname, search, language, texts, data: { featured: {} } };
}

function fakeLanguage(initial: Language): LanguageStore & { chooseInOtherTab(language: Language): void } {
  const current = signal(initial);
  const listeners = new Set<(language: Language) => void>();
  const take = (next: Language) => {
    current.value = next;
  };
  return {
    current,
    choose: take,
    adopt: take,
    onOtherTab(listener) {
      listeners.add(listener);
    },
    chooseInOtherTab: (next) => listeners.forEach((listener) => listener(next)),
  };
}

/** A navigator on a fake window, whose loads the test answers in any order. */
export function fakeNavigation(start: string, options: Partial<NavigatorTools> & { language?: never } = {}) {
  const browser = fakeWindow(start);
  const language = fakeLanguage('en');
  const loads: Load[] = [];
  const calls: string[] = [];
  const errors: unknown[] = [];
  let isOnline = true;
  let leftAt = -Infinity;
  let top = 0;

  function load<T>(kind: Load['kind'], what: string, signal: AbortSignal | undefined, value: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      loads.push({ kind, what, signal, succeed: () => resolve(value()), fail: reject });
    });
  }

  const state = createSiteState(visitOf(start, 'en'));
  const history = createSessionHistory(browser.window);
  const scroll: ScrollPositions = {
    top: () => top,
    restore: (to) => calls.push(`restore ${to}`),
    toTarget: (hash) => calls.push(`scroll to ${hash || 'top'}`),
  };
  /** For each page that was shown: whether its head was to move. */
  const headMoves: boolean[] = [];
  const view: PageView = {
    animate(update, moves) {
      headMoves.push(moves);
      update();
    },
    showHeadFirst: () => calls.push('head first'),
    render: (_visit, update) => update(),
    title: () => `${state.visit.peek().route.name} in ${state.visit.peek().language}`,
    setTitle: ({ search }) => calls.push(`title of ${search}`),
    isTranslated: () => false,
    focusHeading: () => calls.push('focus heading'),
  };
  const navigator = createNavigator(state, {
    history,
    view,
    createScroll: () => scroll,
    open: (address, chosen, signal) =>
      load('page', address.pathname + address.search, signal, () => visitOf(address.href, chosen)),
    texts: (chosen, name, signal) => load('texts', `${name} ${chosen}`, signal, () => texts),
    fonts: () => Promise.resolve(),
    loadPage: (name) => load('page', name, undefined, () => undefined),
    askServer: () => (isOnline ? Promise.resolve() : Promise.reject(new Error('offline'))),
    storeTypedValues: () => (calls.push('store typed values'), () => calls.push('delete typed values')),
    reportFailure: (error) => errors.push(error),
    hasLeftSince: (time) => leftAt >= time,
    progressMs: 60_000,
    prefetchMs: 0,
    ...options,
    language,
  });
  const site = { ...state, navigator };

  /** The newest load of a thing. */
  function find(what: string): Load {
    const found = loads.findLast((candidate) => candidate.what === what);
    if (!found) throw new Error(`${what} was not asked for: ${loads.map((one) => one.what).join(', ')}`);
    return found;
  }

  return {
    site,
    view,
    browser,
    history,
    language,
    loads,
    calls,
    headMoves,
    errors,
    find,
    async succeed(what: string) {
      find(what).succeed();
      await settle();
    },
    async fail(what: string, error = new Error(`${what} failed`)) {
      find(what).fail(error);
      await settle();
    },
    /** The visitor begins to leave: another document is being loaded, and this document is still shown. */
    leave() {
      leftAt = performance.now();
    },
    setOnline(online: boolean) {
      isOnline = online;
    },
    scrollTo(to: number) {
      top = to;
    },
    /** Ends all loads, whose timers would keep the process running. */
    finish() {
      for (const load of loads) load.succeed();
      return settle();
    },
    /** Path and query of the page that is shown, and of the address bar. */
    shown: () => site.visit.peek().path + site.visit.peek().search,
    address: () => history.address().pathname + history.address().search,
  };
}

export type Navigation = ReturnType<typeof fakeNavigation>;

/** A fake navigation whose loads end with the test. */
export function openNavigation(t: TestContext, start = '/about', options?: Parameters<typeof fakeNavigation>[1]) {
  const tab = fakeNavigation(start, options);
  t.after(tab.finish);
  return tab;
}

/** The scroll position in an entry of the history; undefined where none is saved. */
export const topOf = (tab: Navigation, position: number) =>
  (tab.browser.entries[position]?.state as { top?: number } | null)?.top;
