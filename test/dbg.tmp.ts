import { chromium } from 'playwright';
import { createCleanup, startReady } from './support/process.ts';
import { routes } from '#client/routes.ts';
const c = createCleanup();
const site = await startReady(c, {});
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const lang of ['en','ua']) for (const width of [412, 360, 768, 1366]) {
const ctx = await b.newContext({ baseURL: site.origin, locale: 'en-GB', viewport: { width, height: 823 }, reducedMotion: 'reduce' });
for (const { path } of routes) {
const page = await ctx.newPage();
const letGo = Promise.withResolvers<void>();
await page.route(/woff2/, async (r) => { await letGo.promise; await r.continue(); });
await page.addInitScript(() => {
  (window as any).shifts = [];
  new PerformanceObserver((l) => { for (const e of l.getEntries() as any[]) (window as any).shifts.push([e.value.toFixed(4), ...e.sources.map((s: any) => [s.node?.nodeName+'.'+s.node?.className, JSON.stringify([s.previousRect.y,s.previousRect.height, s.currentRect.y, s.currentRect.height])].join(' '))]); }).observe({ type: 'layout-shift', buffered: true });
});
await page.goto(path.replace(':slug', 'wearable-safety-roi') + '?lang=' + lang, { waitUntil: 'domcontentloaded' });
await page.waitForTimeout(700); letGo.resolve(); await page.evaluate(() => document.fonts.ready); await page.waitForTimeout(300);
const s = await page.evaluate(() => (window as any).shifts); if (s.length) console.log(lang, width, path, JSON.stringify(s).slice(0, 400));
await page.close();
}
await ctx.close();
}
await b.close(); await c.end();
