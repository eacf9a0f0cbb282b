import { isEmail } from '#shared/email.ts';
import { ConfigError } from './config-error.ts';

/**
 * One environment variable of the site. Its text also stands in server/operations/configuration.md and .env.example.
 */
export interface Variable<Value> {
  name: string;
  /** The default, in the form in which an operator would write it; empty for no default. */
  fallback: string;
  /** Parses the text of the variable or of its fallback; throws a ConfigError. */
  parse(text: string, name: string): Value;
  /** Markdown, one line. */
  description: string;
}

/** `value` must be left out when it may contain a secret, because the message is printed. */
function refuse(name: string, wanted: string, value?: string): never {
  throw new ConfigError(`${name}${value === undefined ? '' : `="${value}"`} cannot be used: it must be ${wanted}.`);
}

/** Creates the parser of a whole number from `min` to `max`, in decimal digits. */
export const integer = (min: number, max: number) => (text: string, name: string) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max) refuse(name, `a whole number from ${min} to ${max}`, text);
  return number;
};

/** Any text, as it is. */
export const text = (value: string) => value;

/** Creates the parser of one of some words. */
export const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (value: string, name: string): Value =>
    values.find((known) => known === value) ?? refuse(name, `one of ${values.join(', ')}`, value);

/** Parses an http or https address without a path; returns its origin. */
export function parseOrigin(value: string, name: string): string {
  const url = URL.parse(value);
  if (url?.username || url?.password || value.includes('@')) refuse(name, 'an address without a name and a password');
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    return refuse(name, 'an http or https address such as https://www.example.com', value);
  }
  if (url.pathname !== '/') refuse(name, 'an origin without a path', value);
  return url.origin;
}

/** Checks the address of a Redis server. */
export function parseRedisUrl(value: string, name: string): string {
  return /^rediss?:\/\/\S+$/.test(value) && URL.canParse(value)
    ? value
    : refuse(name, 'an address such as redis://localhost:6379');
}

/** Parses a key or a token: only characters that are allowed in headers and addresses. */
export function parseToken(value: string, name: string): string {
  return /^[\x21-\x7e]+$/.test(value) ? value : refuse(name, 'printable characters without spaces');
}

/**
 * Parses a token that the operator chooses for an address of the site. Sixteen hexadecimal digits are 64 random bits,
 * which NIST SP 800-63B requires of a session secret.
 */
export function parseOwnToken(value: string, name: string): string {
  return value.length >= 16 ? parseToken(value, name) : refuse(name, 'at least 16 printable characters without spaces');
}

/** Checks the address of a PostgreSQL database. */
export function parseDatabaseUrl(value: string, name: string): string {
  return /^postgres(?:ql)?:\/\/\S+$/.test(value) && URL.canParse(value)
    ? value
    : refuse(name, 'an address such as postgres://user:password@localhost:5432/site');
}

/** Checks the address of an SMTP server; smtps means TLS from the first byte. */
export function parseMailUrl(value: string, name: string): string {
  return /^smtps?:\/\/\S+$/.test(value) && URL.canParse(value)
    ? value
    : refuse(name, 'an address such as smtps://user:password@mail.example.com:465');
}

/** A value is used as it is written, so it must not contain the characters that are removed from what visitors type. */
const isExactEmail = (text: string) => isEmail(text) && !/\p{Cf}/u.test(text);

/** Parses an e-mail address, with or without a name before it. */
export function parseMailbox(value: string, name: string): string {
  const [, address = value] = /^[^<>\p{Cc}]*<([^<>]+)>$/u.exec(value) ?? [];
  return isExactEmail(address)
    ? value
    : refuse(name, 'an address such as hello@example.com or Example <hello@example.com>');
}

/** Checks the URL that receives notifications; returns the normalised URL. */
export function parseNotifyUrl(value: string, name: string): string {
  const url = URL.parse(value);
  return url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password
    ? url.href
    : refuse(name, 'an http or https address without a name and a password');
}

/** A secret of Standard Webhooks: 24 to 64 bytes in base64 after a prefix. */
export function parseNotifySecret(value: string, name: string): string {
  const bytes = Buffer.from(value.replace(/^whsec_/, ''), 'base64').length;
  return /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value) && bytes >= 24 && bytes <= 64
    ? value
    : refuse(name, 'whsec_ and 24 to 64 bytes in base64');
}

/**
 * Splits names at commas, converts them to lower case and checks each. A text without any name is refused, because an
 * empty list has a meaning of its own: `ALLOWED_HOSTS` answers every host, `DESK_EMAILS` turns the desk off.
 */
function parseNames(value: string, name: string, wanted: string, isValid: (part: string) => boolean): string[] {
  const parts = value
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  if (value !== '' && parts.length === 0) refuse(name, wanted, value);
  for (const part of parts) if (!isValid(part)) refuse(name, wanted, part);
  return parts;
}

const isHost = (text: string) => /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/.test(text);

/** Parses host names between commas, without scheme and port; returns them in lower case. */
export const parseHosts = (value: string, name: string): string[] =>
  parseNames(value, name, 'names such as www.example.com, without scheme and port, between commas', isHost);

/** Parses one host name; returns it in lower case. */
export function parseHost(value: string, name: string): string {
  const [host, ...others] = parseHosts(value, name);
  return host !== undefined && others.length === 0 ? host : refuse(name, 'one name such as desk.example.com', value);
}

/** Parses e-mail addresses between commas; returns them in lower case. */
export const parseEmails = (value: string, name: string): string[] =>
  parseNames(value, name, 'e-mail addresses such as hello@example.com between commas', isExactEmail);

/** The modes for new comments: a comment is shown, it waits for approval, or it is refused. */
export const commentModes = ['open', 'held', 'off'] as const;
export type CommentMode = (typeof commentModes)[number];

/** Creates a parser that returns null for an empty text. */
export const optional =
  <Value>(parse: (text: string, name: string) => Value) =>
  (value: string, name: string) =>
    value === '' ? null : parse(value, name);
