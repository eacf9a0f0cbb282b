/** The stylesheets that are being loaded: a second caller waits for the same load. */
const loading = new Map<string, Promise<void>>();

/** Adds a stylesheet once, at the end of the head. Resolves when its rules apply; rejects when it cannot be loaded. */
export function loadStylesheet(href: string): Promise<void> {
  const underway = loading.get(href);
  if (underway) return underway;
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return Promise.resolve();
  const loaded = new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('a stylesheet could not be loaded'));
    });
    document.head.append(link);
  }).finally(() => loading.delete(href));
  loading.set(href, loaded);
  return loaded;
}
