import type { Nodes } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterMap, type TreeAdapter } from 'parse5';

/** No article has more; both bound the time and the stack that parsing and everything after it need. */
const maxElements = 20_000;
const maxDepth = 100;

type Adapter = TreeAdapter<DefaultTreeAdapterMap>;

/** parse5's own tree, which throws a RangeError beyond the limits: hostile markup could make it quadratic otherwise. */
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

/** The tree that a browser would make of a fragment of HTML. Throws a RangeError when it is too large or too deep. */
export function parseHtml(html: string): Nodes {
  const fragment = parseFragment(html, { treeAdapter: createBoundedAdapter(), scriptingEnabled: false });
  return fromParse5(fragment);
}
