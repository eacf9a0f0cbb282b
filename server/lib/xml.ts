import { createMarkup } from './html.ts';

/** XML 1.0 cannot contain these characters, escaped or not. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** `xml` is the template tag for XML; HTML inside it is escaped like text. `rawXml` marks a string as finished XML. */
export const { tag: xml, raw: rawXml } = createMarkup('xml', (text) => text.toWellFormed().replace(forbidden, ''));
