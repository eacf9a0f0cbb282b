import type { start } from './start.tsx';

/** Should a browser never tell when it has painted. */
const latestMs = 3000;

/** The page is whole without scripts: they leave it the line, and the processor, until it has been painted. */
function painted(): Promise<unknown> {
  if (document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, latestMs);
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve(0);
    }).observe({ type: 'paint', buffered: true });
    for (const sign of ['pointerdown', 'keydown', 'visibilitychange'])
      addEventListener(sign, resolve, { once: true, capture: true });
  });
}

/** All modules of this page at once, instead of one after the other; the first of them starts it. */
async function run(): Promise<void> {
  const addresses = document.getElementById('root')?.dataset['modules']?.split(' ') ?? [];
  await painted();
  // What paper and forced colours need.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[disabled]')) link.disabled = false;
  for (const href of addresses)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const module = (await import(addresses[0] ?? '')) as { start: typeof start };
  await module.start();
}

void run();
