import { parse, type DefaultTreeAdapterTypes } from 'parse5';

/** One node of a JSON-LD graph. */
export type Thing = Record<string, unknown> & { '@type': string; '@id'?: string };

export interface ReadHead {
  language: string;
  title: string;
  /** Contents by name or property, in order. */
  meta: Map<string, string[]>;
  links: Record<string, string>[];
  graph: Thing[];
}

interface Found {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

function elements(nodes: DefaultTreeAdapterTypes.ChildNode[]): Found[] {
  return nodes.flatMap((node) => {
    if (!('attrs' in node)) return [];
    const text = node.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    return [{ name: node.nodeName, attributes, text }, ...elements(node.childNodes)];
  });
}

/** Reads the metadata in the head of a page. */
export function readHead(html: string): ReadHead {
  const found = elements(parse(html, { scriptingEnabled: false }).childNodes);
  const named = (name: string) => found.filter((element) => element.name === name);
  const meta = new Map<string, string[]>();
  for (const { attributes } of named('meta')) {
    const key = attributes['name'] ?? attributes['property'];
    if (key) meta.set(key, [...(meta.get(key) ?? []), attributes['content'] ?? '']);
  }
  const data = named('script').filter(({ attributes }) => attributes['type'] === 'application/ld+json');
  return {
    language: named('html')[0]?.attributes['lang'] ?? '',
    title: named('title')[0]?.text ?? '',
    meta,
    links: named('link').map(({ attributes }) => attributes),
    graph: data.flatMap(({ text }) => (JSON.parse(text) as { '@graph': Thing[] })['@graph']),
  };
}
