import { escapeHtml } from '../escape.ts';

/** XML 1.0 has no way at all to write these. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeXml(text: string): string {
  return escapeHtml(text.toWellFormed().replace(forbidden, ''));
}

/** `<name>text</name>`; the text is escaped. */
export function element(name: string, text: string, attributes: Record<string, string> = {}): string {
  return `<${name}${printAttributes(attributes)}>${escapeXml(text)}</${name}>`;
}

export function emptyElement(name: string, attributes: Record<string, string>): string {
  return `<${name}${printAttributes(attributes)}/>`;
}

function printAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
