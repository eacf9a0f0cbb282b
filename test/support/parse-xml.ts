import assert from 'node:assert/strict';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** Parses a well-formed document; lists are arrays, also with a single item. */
export function parseXml<T>(xml: string): T {
  assert.equal(XMLValidator.validate(xml), true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['url', 'item', 'xhtml:link'].includes(name),
  });
  return parser.parse(xml) as T;
}
