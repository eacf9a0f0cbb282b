import type { Plugin } from 'esbuild';

const namespace = 'wouter-location';

/**
 * Leaves wouter's own hooks for the location out of the bundle: client/lib/page-contexts.tsx gives it another one. When
 * they are loaded, they replace `history.pushState` and `history.replaceState` by functions that also dispatch an event.
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
