import { html } from '#server/lib/html.ts';

/** The address of `reloadScript`. */
export const reloadPath = '/dev/reload.js';

/**
 * This script runs in every page of the development server. A changed style replaces its stylesheet without a reload;
 * any other change reloads the page. A fault in the sources is shown above the page until it is corrected.
 */
export const reloadScript = `
const version = new URL(import.meta.url).searchParams.get('version');

function showFault(fault) {
  document.getElementById('development-fault')?.remove();
  if (!fault) return;
  const box = document.createElement('pre');
  box.id = 'development-fault';
  box.setAttribute('role', 'alert');
  box.textContent = fault;
  Object.assign(box.style, {
    position: 'fixed', inset: 'auto 0 0 0', zIndex: 2147483647, margin: 0, padding: '1rem', maxHeight: '60vh',
    overflow: 'auto', whiteSpace: 'pre-wrap', font: '14px/1.5 monospace', color: '#fff', background: '#7a0c1e',
  });
  document.body.append(box);
}

/** '/assets/site-1A2B3C4D.css' is a version of '/assets/site'. */
const nameOf = (address) => new URL(address, location.href).pathname.replace(/-[^-]+$/, '');

function showStyles(styles) {
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
    const address = styles.find((style) => nameOf(style) === nameOf(link.href));
    if (!address || new URL(link.href).pathname === address) continue;
    const next = link.cloneNode();
    next.href = address;
    // The old stylesheet stays until the new one is there: the page is never without styles.
    next.addEventListener('load', () => link.remove());
    link.after(next);
  }
}

new EventSource('/dev/state').addEventListener('message', ({ data }) => {
  const state = JSON.parse(data);
  showFault(state.fault);
  if (state.fault) return;
  if (state.version === version) showStyles(state.styles);
  else location.reload();
});
`;

/** The page for a site whose sources cannot be built. It loads the site when the sources can be built again. */
export const printErrorPage = (fault: string): string =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><title>The sources cannot be built</title><h1>The sources cannot be built</h1><pre>${fault}</pre><script type="module" src="${reloadPath}"></script></html>`.toString();
