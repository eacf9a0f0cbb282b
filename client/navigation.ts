import { flushSync } from 'react-dom';
import type { Language } from '#shared/languages.ts';
import { applyHead } from './lib/apply-head.ts';
import type { Api } from '#shared/api.ts';
import type { Texts } from '#shared/text.ts';
import { hereIn, leave, say, sayOffline } from './lib/leave.ts';
import { settle } from './lib/settle.ts';
import { createTextSource } from './lib/text-source.ts';
import { decode, findRoute, pickQuery } from './routes.ts';
import type { LanguageStore } from './stores/language.ts';
import type { Site } from './stores/site.ts';
import { openParts, openVisit } from './open-visit.ts';
import { describe, type Visit } from './visit.ts';
import { pageModules } from './page-modules.ts';

interface Options {
  api: Api;
  language: LanguageStore;
  /** The site's public origin: canonical links must not depend on the address bar. */
  origin: string;
  textsVersion: string;
}

/** Progress is shown only for what is worth it. */
const progressAfterMs = 300;
/** How long a navigation waits for late data before it shows skeletons. */
const lateBudgetMs = 100;

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

function scrollToTarget(hash: string): void {
  const target = document.getElementById(decode(hash.slice(1)) ?? '');
  if (target) target.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, behavior: 'instant' });
}

/** Screen readers continue from the new page's heading, keyboards tab on from it. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Late content may still grow the page, so the old position is tried again until it is reached. */
function restoreScroll(top: number): void {
  scrollTo({ top, behavior: 'instant' });
  if (document.documentElement.scrollHeight - innerHeight >= top) return;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight < top) return;
    observer.disconnect();
    scrollTo({ top, behavior: 'instant' });
  });
  observer.observe(document.documentElement);
  setTimeout(() => observer.disconnect(), 3000);
}

const isEmpty = (texts: Texts) => Object.keys(texts).length === 0;

/** Whether an address is the page that is shown, apart from what the page does not read or has taken out of it. */
function isShown({ pathname, searchParams }: URL, { path, search, route }: Visit): boolean {
  const shown = new URLSearchParams(search);
  for (const name of route.secret) if (!searchParams.has(name)) shown.delete(name);
  return pathname === path && pickQuery(route, searchParams) === pickQuery(route, shown);
}

/** A filter opens its page anew; what it does not change is not put away and brought back. */
function keepWhatStays(before: Visit, now: Visit): Visit {
  // The route of the page that the server sent is a copy: it came as JSON.
  if (before.route.name !== now.route.name) return now;
  const old = before.data as Record<string, unknown>;
  const kept = (now.page.keeps ?? []).filter((name) => name in old).map((name) => [name, old[name]] as const);
  return { ...now, data: { ...(now.data as object), ...Object.fromEntries(kept) } };
}

async function withTransition(update: () => void): Promise<void> {
  if (!document.startViewTransition || calm() || document.visibilityState === 'hidden') return update();
  const transition = document.startViewTransition(update);
  // A transition that a quicker click skips rejects `ready`: that is no error.
  transition.ready.catch(() => undefined);
  await transition.updateCallbackDone;
}

/** Gives the site its movement: client navigation, Back and Forward, prefetching, the language toggle. */
export function startNavigation(site: Site, { api, language: languageStore, origin, textsVersion }: Options): void {
  const texts = createTextSource(textsVersion);
  const first = site.visit.peek();
  texts.keep(first.language, first.route.name, first.texts);
  const tools = { api, origin, texts: texts.source, language: languageStore };
  let latest = 0;
  let opening = false;

  function show(visit: Visit): void {
    const meta = describe(visit);
    // What could not be loaded has been loaded; the errors of a page that is left are nobody's any more.
    site.toasts.forgive(visit.path === site.visit.peek().path ? 'navbar' : undefined);
    flushSync(() => {
      site.visit.value = visit;
    });
    applyHead(meta, { origin: tools.origin, path: visit.path, language: visit.language });
  }

  /** What is being opened is no longer wanted: the visitor is where they are. */
  function stopOpening(): void {
    latest += 1;
    opening = false;
    site.pending.value = false;
  }

  /** Shows that something is on its way, should it take its time; answers what ends that. */
  function showProgress(): () => void {
    const timer = setTimeout(() => {
      site.pending.value = true;
      site.announcement.value = say(site, 'loading');
    }, progressAfterMs);
    return () => {
      clearTimeout(timer);
      if (!opening) site.pending.value = false;
    };
  }

  /** Opens an address; answers null when a newer navigation has overtaken it. */
  async function open(address: URL): Promise<Visit | null> {
    latest += 1;
    const mine = latest;
    opening = true;
    const endProgress = showProgress();
    try {
      const visit = await openVisit(address, tools.language.language.peek(), tools);
      await settle(visit.data, lateBudgetMs);
      return mine === latest ? await inChosenLanguage(visit) : null;
    } finally {
      if (mine === latest) opening = false;
      endProgress();
    }
  }

  /** The language may have been flipped while the page was on its way; without its words the page stays readable. */
  async function inChosenLanguage(visit: Visit): Promise<Visit> {
    const language = tools.language.language.peek();
    if (visit.language === language) return visit;
    const texts = await tools.texts(language, visit.route.name);
    return isEmpty(texts) ? visit : { ...visit, language, texts };
  }

  site.around = async (navigate, to, options) => {
    const address = new URL(to, location.href);
    const current = site.visit.peek();
    // As in any browser, a link to where one is adds nothing to the history.
    const replace = options?.replace ?? address.href === location.href;
    if (address.hash && isShown(address, current)) {
      stopOpening();
      navigate(to, { ...options, replace });
      scrollToTarget(address.hash);
      return;
    }
    history.replaceState({ ...history.state, top: scrollY }, '');
    let visit: Visit | null;
    try {
      visit = await open(address);
    } catch {
      leave(site, to);
      return;
    }
    if (!visit) return;
    const opened = visit;
    // A filter changes what a page lists, not where its reader is.
    if ((options?.state as { stay?: boolean } | undefined)?.stay) {
      const before = document.title;
      navigate(to, { replace });
      show(keepWhatStays(current, opened));
      if (document.title !== before) site.announcement.value = document.title;
      return;
    }
    await withTransition(() => {
      navigate(to, { replace });
      show(opened);
      scrollToTarget(address.hash);
    });
    if (!address.hash) focusHeading();
    site.announcement.value = document.title;
  };

  async function goBack({ state }: PopStateEvent): Promise<void> {
    const address = new URL(location.href);
    const current = site.visit.peek();
    const top = (state as { top?: number } | null)?.top;
    if (isShown(address, current)) {
      stopOpening();
      // A click on a link to a part of this page brings no place of its own; Back and Forward do, or the page's top.
      if (top !== undefined || !address.hash) restoreScroll(top ?? 0);
      return;
    }
    try {
      const visit = await open(address);
      if (!visit) return;
      show(visit);
      restoreScroll(top ?? 0);
      focusHeading();
      site.announcement.value = document.title;
    } catch {
      leave(site);
    }
  }
  addEventListener('popstate', (event) => void goBack(event));

  // Each entry of the history knows how far it was scrolled; a reload is left to the browser.
  let settled: ReturnType<typeof setTimeout> | undefined;
  function remember() {
    clearTimeout(settled);
    settled = setTimeout(() => history.replaceState({ ...history.state, top: scrollY }, ''), 150);
  }
  addEventListener('scroll', remember, { passive: true });
  // The visitor may have scrolled while this was loaded.
  if (scrollY > 0) remember();
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });

  site.prefetch = (href) => {
    const match = findRoute(new URL(href, location.href).pathname);
    if (!match) return;
    pageModules[match.route.name]().catch(() => undefined);
    tools.texts(tools.language.language.peek(), match.route.name).catch(() => undefined);
  };

  /** What a page says in a language; null when that cannot be had, and the visitor has been told. */
  async function wordsOf({ page, route }: Visit, language: Language): Promise<Texts | null> {
    try {
      const [texts] = await Promise.all([tools.texts(language, route.name), openParts(page)]);
      if (!isEmpty(texts)) return texts;
      sayOffline(site);
    } catch {
      // What belongs to a version of the site that runs no more comes with the whole page.
      leave(site, hereIn(language));
    }
    return null;
  }

  async function follow(language: Language): Promise<void> {
    const before = site.visit.peek();
    if (before.language === language) return;
    const texts = await wordsOf(before, language);
    const now = site.visit.peek();
    if (tools.language.language.peek() !== language || now.language === language) return;
    // Another page has come meanwhile: its texts are needed, not these.
    if (now.route.name !== before.route.name) return follow(language);
    if (!texts) return tools.language.stay(now.language);
    const address = new URL(location.href);
    if (address.searchParams.has('lang')) {
      address.searchParams.delete('lang');
      history.replaceState(history.state, '', address);
    }
    show({ ...now, language, texts });
    site.announcement.value = document.title;
  }

  tools.language.language.subscribe((language) => {
    void follow(language);
  });
  // Chosen once it can be read: neither this tab nor the others have anything to take back.
  site.setLanguage = async (language) => {
    const endProgress = showProgress();
    const words = await wordsOf(site.visit.peek(), language).finally(endProgress);
    if (!words) return;
    tools.language.choose(language);
    await follow(language);
  };
}
