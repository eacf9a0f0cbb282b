/** Longer than a browser needs to leave a page, in milliseconds. */
const leavingMs = 1000;

/**
 * Calls `report` in a second, and not at all if the visitor leaves the page meanwhile. It is for modules that did not
 * load: WebKit and Firefox end the loading of modules when the visitor leaves, and their imports then fail as those of
 * a missing file do.
 */
export function unlessLeaving(report: () => void): void {
  const cancel = () => clearTimeout(timer);
  const timer = setTimeout(() => {
    removeEventListener('pagehide', cancel);
    report();
  }, leavingMs);
  addEventListener('pagehide', cancel, { once: true });
}
