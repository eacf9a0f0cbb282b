import puppeteer, { type BrowserContext, type ConsoleMessage } from 'puppeteer-core';
import type { Driver, OtherBrowser } from './driver.ts';
import { findFirefox } from './find.ts';

const isTrouble = (message: ConsoleMessage) => ['warn', 'error'].includes(message.type());

/** A font that is still loading when its page is left (NS_BINDING_ABORTED). */
const aborted = 'status=2152398850';

async function openWindow(context: BrowserContext, troubles: string[]): Promise<Driver> {
  const page = await context.newPage();
  page.on('console', (message) => {
    if (isTrouble(message)) troubles.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    if (!String(error).includes(aborted)) troubles.push(`error: ${String(error)}`);
  });
  return {
    async load(address) {
      await page.goto(address);
    },
    evaluate: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewport({ width, height }),
    movePointer: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    close: () => context.close(),
  };
}

/** Firefox as it is released, by WebDriver BiDi. */
export const firefox: OtherBrowser = {
  name: 'Firefox',
  async start(t) {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: findFirefox() ?? '',
      headless: true,
      extraPrefsFirefox: {
        'intl.accept_languages': 'en-GB',
        // No process is started ahead for a page that nobody opens.
        'dom.ipc.processPrelaunch.enabled': false,
      },
    });
    t.after(() => browser.close());
    return async (troubles) => openWindow(await browser.createBrowserContext(), troubles);
  },
};
