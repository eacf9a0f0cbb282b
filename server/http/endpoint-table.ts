import type { Request, Response } from 'express';
import { parse } from 'regexparam';

/** What is limited together, in requests a minute for one address: a message by /api and one from a page's form are one kind. */
export const limitKinds = [
  'comment',
  'contact',
  'activation',
  'payment',
  'webhook',
  'report',
  'vitals',
  'error-report',
  'purge',
  'sign-in',
  'desk',
] as const;
export type LimitKind = (typeof limitKinds)[number];

/** How a body is read before the handler runs. A handler reads an `upload` itself, as a stream. */
export type BodyPolicy =
  | { kind: 'json'; maxBytes: number; types?: string[] }
  | { kind: 'form'; maxBytes: number; maxFields?: number }
  | { kind: 'text'; maxBytes: number }
  /** Whatever it is, as it came. */
  | { kind: 'bytes'; maxBytes: number }
  | { kind: 'upload'; maxBytes: number };

/** Answers a request; Express hands the rejection of a promise to the error handler. */
export type Handler = (req: Request, res: Response) => unknown;

/** One row of the table: one path with one method. HEAD is answered where GET is. */
export interface Endpoint {
  /** The label in metrics and in the log; several rows may share one. */
  name: string;
  /**
   * A path with parameters (`:id`) or a wildcard at its end (`*`), matched without regard to case. It decides 405 and
   * OPTIONS: whether there is a file or an article of this name is found out by reads alone.
   */
  path: string | RegExp;
  method: 'GET' | 'POST' | 'ANY';
  handler: Handler;
  /** `Cache-Control` of the answer, unless the handler knows better. */
  cache: string;
  /** Sent as the build compressed it; everything else is compressed while it is sent. */
  precompressed?: boolean;
  /** The format of errors: JSON for calls, text for everything else. */
  errors?: 'json';
  body?: BodyPolicy;
  limit?: LimitKind;
  /** Posts of other sites' pages are let in: what browsers report by themselves has no origin to speak of. */
  anyOrigin?: boolean;
}

export interface EndpointMatch {
  /** All rows of the path, one for each method. */
  rows: readonly Endpoint[];
  /** Decoded. */
  params: Record<string, string>;
}

export interface EndpointTable {
  rows: readonly Endpoint[];
  /** Null for a page, and for a path that does not exist; `path` is encoded and has no query. */
  find(path: string): EndpointMatch | null;
}

/** The row that answers a method; undefined where the path does not take it. */
export function rowFor(rows: readonly Endpoint[], method: string): Endpoint | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return rows.find((row) => row.method === wanted || row.method === 'ANY');
}

/** The value of `Allow`. */
export function allowedMethods(rows: readonly Endpoint[]): string {
  const methods = rows.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)].sort().join(', ');
}

/** regexparam leaves the dots of fixed parts unescaped. */
const escapeDots = (path: string) =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? part : part.replaceAll('.', '\\.')))
    .join('/');

interface CompiledPath {
  pattern: RegExp;
  names: readonly string[];
  rows: Endpoint[];
}

function compile(rows: readonly Endpoint[]): CompiledPath[] {
  const paths = new Map<string, CompiledPath>();
  for (const row of rows) {
    const known = paths.get(String(row.path));
    if (known) {
      known.rows.push(row);
      continue;
    }
    const { path } = row;
    if (typeof path !== 'string') paths.set(String(path), { pattern: path, names: [], rows: [row] });
    else {
      const { pattern, keys } = parse(escapeDots(path));
      // A file is no folder: only paths without a file name take a slash at their end.
      const isFile = /\.\w+$/.test(path);
      const strict = isFile ? new RegExp(pattern.source.replace(/\\\/\?\$$/, '$'), 'i') : pattern;
      paths.set(path, { pattern: strict, names: keys, rows: [row] });
    }
  }
  return [...paths.values()];
}

function decodeParams(
  names: readonly string[],
  values: readonly (string | undefined)[],
): Record<string, string> | null {
  try {
    return Object.fromEntries(
      names.map((name, index) => {
        const value = values[index] ?? '';
        // What a wildcard stands for may be anything.
        return [name, name === '*' ? value : decodeURIComponent(value)];
      }),
    );
  } catch {
    return null;
  }
}

/** The first row whose path matches decides. */
export function createEndpointTable(rows: readonly Endpoint[]): EndpointTable {
  const compiled = compile(rows);
  return {
    rows,
    find(path) {
      // Several slashes count as one, so that no limit can be avoided by writing more of them.
      const single = path.replace(/\/{2,}/g, '/');
      for (const { pattern, names, rows } of compiled) {
        const found = pattern.exec(single);
        const params = found && decodeParams(names, found.slice(1));
        if (params) return { rows, params };
      }
      return null;
    },
  };
}
