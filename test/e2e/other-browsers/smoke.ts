import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, type TestContext } from 'node:test';
import { minFillMs } from '#shared/contact-limits.ts';
import { bindShortWords } from '#shared/typography.ts';
import about from '../../../locales/en/about.json' with { type: 'json' };
import contacts from '../../../locales/en/contacts.json' with { type: 'json' };
import navbar from '../../../locales/en/navbar.json' with { type: 'json' };
import news from '../../../locales/en/news.json' with { type: 'json' };
import products from '../../../locales/en/products.json' with { type: 'json' };
import aboutUa from '../../../locales/ua/about.json' with { type: 'json' };
import { listen } from '../../support/listen.ts';
import type { OpenWindow, OtherBrowser } from '../../support/other-browsers/driver.ts';
import { missingBrowsers } from '../../support/other-browsers/find.ts';
import { createVisitor, type Visitor } from '../../support/other-browsers/visitor.ts';
import { createCleanup, readInbox, startReady, type SiteProcess } from '../../support/process.ts';

const article = '/news/smart-protective-equipment';
const form = contacts.contactForm;
const toggle = { css: '.top-bar .language-toggle' };
const learnMore = { css: 'button', name: navbar.learnMore };
const dataEngineering = { css: '#drop-learn a', name: 'Data engineering' };

/** A link of another site leads to a page of its own. */
async function startOtherSite(t: TestContext): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>');
  });
  return `${await listen(t, server)}/`;
}

/** Marks the document: a page that is loaded anew has no mark. */
const mark = (visitor: Visitor) => visitor.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (visitor: Visitor) => visitor.evaluate(() => 'marked' in window);
const goBack = (visitor: Visitor) => visitor.evaluate(() => void setTimeout(() => history.back()));
const awaitPath = (visitor: Visitor, path: string) =>
  visitor.waitFor(path, (wanted) => location.pathname === wanted, path);

/** Opens a path of the site in a window of its own. */
type Arrive = (path: string, width?: number, height?: number) => Promise<Visitor>;

interface Visit {
  t: TestContext;
  arrive: Arrive;
  site: SiteProcess;
  /** The name of the browser. */
  name: string;
}

/** The most important actions on the site, in browsers other than Chromium. */
export const scenarios: Record<string, (visit: Visit) => Promise<void>> = {
  async 'menus open by pointer and by keyboard, and close by Escape'({ arrive }) {
    const visitor = await arrive('/about');
    await visitor.pointAt(learnMore);
    await visitor.see(dataEngineering);
    await visitor.press('Escape');
    await visitor.seeNoMore(dataEngineering);
    await visitor.movePointer(5, 600);
    await visitor.evaluate(() => document.querySelector<HTMLElement>('[aria-controls="drop-learn"]')?.focus());
    await visitor.press('Enter');
    await visitor.see(dataEngineering);
    await visitor.press('Tab');
    await visitor.waitFor('the focus in the menu', () => document.activeElement?.closest('#drop-learn'));
    await visitor.press('Escape');
    await visitor.seeNoMore(dataEngineering);
    assert.equal(await visitor.evaluate(() => document.activeElement?.getAttribute('aria-controls')), 'drop-learn');
  },

  async 'the menu of a narrow window opens, and closes on Escape and on a link'({ arrive }) {
    const visitor = await arrive('/about', 500, 700);
    const link = { css: '#menu a', name: navbar.news };
    await visitor.click({ css: 'button', name: navbar.menu });
    await visitor.see(link);
    await visitor.press('Escape');
    await visitor.seeNoMore(link);
    await visitor.click({ css: 'button', name: navbar.menu });
    await visitor.click(link);
    await awaitPath(visitor, '/news');
    await visitor.seeNoMore(link);
  },

  async 'the language changes in place and is kept'({ arrive }) {
    const visitor = await arrive('/about');
    await mark(visitor);
    await visitor.see({ css: 'h1', name: about.title });
    await visitor.click(toggle);
    const title = { css: 'h1', name: bindShortWords(aboutUa.title) };
    await visitor.see(title);
    assert.equal(await visitor.evaluate(() => document.documentElement.lang), 'uk');
    assert.equal(await isMarked(visitor), true, 'the page was not loaded again');
    await visitor.open('/about');
    await visitor.see(title);
  },

  async 'a link opens its page at the top, and Back returns to the place'({ arrive }) {
    const visitor = await arrive('/about');
    await mark(visitor);
    await visitor.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
    await visitor.waitFor('the position in the history', () => (history.state as { top?: number })?.top === 900);
    await visitor.click({ css: '.top-bar a', name: navbar.news });
    await awaitPath(visitor, '/news');
    await visitor.waitFor('the focus on the heading', () => document.activeElement?.localName === 'h1');
    assert.equal(await visitor.evaluate(() => scrollY), 0);
    await goBack(visitor);
    await visitor.see({ css: 'h1', name: about.title });
    await visitor.waitFor('the place before', () => Math.abs(scrollY - 900) < 2);
    assert.equal(await isMarked(visitor), true, 'nothing was loaded again');
  },

  async 'a message is checked and sent'({ arrive, site, name }) {
    const visitor = await arrive('/contacts');
    const problem = { css: '.field *', name: form.errors.emailInvalid };
    await visitor.fill(form.fields.firstName, 'Olha');
    await visitor.fill(form.fields.lastName, name);
    await visitor.fill(form.fields.email, 'olha@');
    await visitor.fill(form.fields.message, 'We need a harbour pilot.');
    await visitor.see(problem);
    await visitor.fill(form.fields.email, 'olha@example.com');
    await visitor.click({ css: '#contact-privacyTerms' });
    await visitor.seeNoMore(problem);
    await visitor.waitFor(
      'the minimum fill time',
      (minMs) => {
        const opened = document.querySelector<HTMLInputElement>('input[name="timestamp"]')?.value;
        return Boolean(opened) && Date.now() - Number(opened) >= minMs;
      },
      minFillMs,
    );
    await visitor.click({ css: 'button:enabled', name: form.submit });
    await visitor.see({ css: '.toast-list__toast *', name: form.success });
    assert.match(readInbox(site), new RegExp(`Olha ${name}`));
  },

  async 'a comment is posted and shown'({ arrive, name }) {
    const visitor = await arrive(article);
    const words = `Read in ${name}.`;
    await visitor.click({ css: 'button', name: news.comments.submit });
    await visitor.see({ css: '.alert', name: news.comments.fillFields });
    await visitor.fill(news.comments.author, 'Olha');
    await visitor.fill(news.comments.content, words);
    await visitor.click({ css: 'button', name: news.comments.submit });
    await visitor.see({ css: '.comments__entry p', name: words });
    await visitor.see({ css: '.alert', name: news.comments.sent });
  },

  async 'the carousel moves by itself and obeys its buttons'({ arrive }) {
    const visitor = await arrive('/');
    const current = (title: string) => ({ css: '.product-carousel [data-off="0"] h3', name: title });
    await visitor.evaluate(() => document.querySelector('.product-carousel')?.scrollIntoView({ block: 'center' }));
    await visitor.see(current(products.items.gitl.title));
    await visitor.seeNoMore(current(products.items.gitl.title));
    await visitor.click({ css: 'button', name: products.show.replace('{title}', products.items.dashboard.title) });
    await visitor.see(current(products.items.dashboard.title));
    await visitor.click({ css: 'button', name: products.next });
    await visitor.see(current(products.items.cryptoBot.title));
    await visitor.click({ css: 'button', name: products.previous });
    await visitor.see(current(products.items.dashboard.title));
  },

  async 'Back from another site finds the page, its place and what was typed'({ t, arrive }) {
    const elsewhere = await startOtherSite(t);
    const visitor = await arrive('/contacts');
    await visitor.fill(form.fields.message, 'Half a letter');
    const top = await visitor.evaluate(() => scrollY);
    await visitor.evaluate((address) => void setTimeout(() => location.assign(address)), elsewhere);
    await visitor.waitFor('the other site', () => document.title === 'Elsewhere');
    await goBack(visitor);
    await visitor.waitFor('hydration', () => 'ready' in document.documentElement.dataset);
    const isTyped = () => document.querySelector<HTMLTextAreaElement>('textarea')?.value === 'Half a letter';
    await visitor.waitFor('what was typed', isTyped);
    await visitor.waitFor('the place before', (before) => Math.abs(scrollY - before) < 2, top);
    await visitor.click(toggle);
    await visitor.waitFor('the other language', () => document.documentElement.lang === 'uk');
  },

  'the film of the home page plays until it is paused': (visit) => watchFilm(visit, '/'),
  'the film of GITL plays until it is paused': (visit) => watchFilm(visit, '/gitl'),
};

async function watchFilm({ arrive }: Visit, path: string): Promise<void> {
  const visitor = await arrive(path);
  await visitor.waitFor('a film that runs', () => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  await visitor.click({ css: 'button', name: navbar.pauseFilm });
  await visitor.see({ css: 'button[aria-pressed=true]', name: navbar.pauseFilm });
  assert.equal(await visitor.evaluate(() => document.querySelector('video')?.paused), true);
}

/** The reason why a browser cannot be tested here; false if it can. */
export function skipReason({ name }: OtherBrowser): string | false {
  const missing = missingBrowsers().find(({ browser }) => browser === name);
  return missing ? `there is no ${missing.package} here` : false;
}

/**
 * Starts the site and the browser before the first test of a suite, and ends them after the last. The returned function
 * runs a scenario; after it neither the console nor the site may have an error.
 */
export function prepareScenarios({ name, start }: OtherBrowser) {
  const site = {} as SiteProcess;
  const file = createCleanup();
  let openWindow: OpenWindow;
  before(async () => {
    Object.assign(site, await startReady(file));
    openWindow = await start(file);
  });
  after(() => file.end());

  return async (t: TestContext, scenario: (visit: Visit) => Promise<void>): Promise<void> => {
    const troubles: string[] = [];
    const arrive: Arrive = async (path, width = 1100, height = 700) => {
      const driver = await openWindow(troubles);
      t.after(() => driver.close());
      const visitor = createVisitor(driver, site.origin);
      await visitor.resize(width, height);
      await visitor.open(path);
      return visitor;
    };
    await scenario({ t, arrive, site, name });
    assert.deepEqual(troubles, []);
    const reports = site.output().split('\n');
    assert.deepEqual(
      reports.filter((line) => line.includes('a browser reports')),
      [],
    );
  };
}
