import type { Nodes } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5';

/** Far above the size of any article. Both limits bound the time and the stack of parsing and of all later steps. */
const maxElements = 20_000;
const maxDepth = 100;

type Adapter = TreeAdapter<DefaultTreeAdapterMap>;

/**
 * The tree adapter of parse5 with limits: it throws a RangeError above them, because hostile markup can take quadratic
 * time.
 */
function createBoundedAdapter(): Adapter {
  let elements = 0;
  const depths = new WeakMap<object, number>();

  function measure(parent: object, child: object): void {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > maxDepth) throw new RangeError(`elements are nested deeper than ${maxDepth}`);
    depths.set(child, depth);
  }

  return {
    ...defaultTreeAdapter,
    createElement(...parts) {
      elements += 1;
      if (elements > maxElements) throw new RangeError(`there are more than ${maxElements} elements`);
      return defaultTreeAdapter.createElement(...parts);
    },
    appendChild(parent, child) {
      measure(parent, child);
      defaultTreeAdapter.appendChild(parent, child);
    },
    insertBefore(parent, child, next) {
      measure(parent, child);
      defaultTreeAdapter.insertBefore(parent, child, next);
    },
  };
}

/**
 * Parses a fragment of HTML like a browser. Throws a RangeError when it has too many elements or is nested too deep.
 */
export function parseHtml(html: string): Nodes {
  const fragment = parseFragment(html, { treeAdapter: createBoundedAdapter(), scriptingEnabled: false });
  return fromParse5(fragment);
}
