import type { Plugin } from 'esbuild';

const namespace = 'wouter-location';

/**
 * Leaves wouter's own location hooks out of the bundle, because client/lib/page-contexts.tsx passes another hook to
 * wouter. When the own hooks are loaded, they replace `history.pushState` and `history.replaceState` by functions that
 * also dispatch an event.
 */
export const wouterLocation: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /^\.\/use-browser-location\.js$/ }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /^/, namespace }, () => ({
      contents: 'export const useBrowserLocation = null, useSearch = null;',
    }));
  },
};
