import type { Request, Response } from 'express';
import { parse } from 'regexparam';

/**
 * The kinds of posts, each with a rate limit of its own. A message by /api and one from the form of a page are one kind.
 */
export const postKinds = [
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
export type PostKind = (typeof postKinds)[number];

/** The kinds of reads with a rate limit: names that may be made up, and personal pages. */
export const readKinds = ['guess', 'personal-page'] as const;
export type ReadKind = (typeof readKinds)[number];

export type ErrorFormat = 'json' | 'text';

/** How a body is read before the handler runs. A handler reads an `upload` itself, as a stream. */
export type BodyPolicy =
  | { kind: 'json'; maxBytes: number; types?: string[] }
  | { kind: 'form'; maxBytes: number; maxFields?: number }
  /** Any content type, unparsed. */
  | { kind: 'bytes'; maxBytes: number }
  | { kind: 'upload'; maxBytes: number };

/** Handles a request; Express passes the rejection of a promise to the error handler. */
export type Handler = (req: Request, res: Response) => unknown;

/** One row of the table: one path with one method. A row with GET also responds to HEAD. */
export interface Endpoint {
  /** The label in metrics and in the log; several rows may share one. */
  name: string;
  /** A path with parameters (`:id`) or a wildcard at its end (`*`), matched without regard to case; or an expression. */
  path: string | RegExp;
  method: 'GET' | 'POST' | 'ANY';
  handler: Handler;
  /** `Cache-Control` of the response, unless the handler sets another value. */
  cache: string;
  /** Whether the build has compressed the file; other responses are compressed while they are sent. */
  precompressed?: boolean;
  /** The format of errors; text where it is absent. */
  errorFormat?: ErrorFormat;
  body?: BodyPolicy;
  rateLimit?: PostKind;
  /** Accepts posts without the site's own origin, as browsers send reports and servers send webhooks. */
  anyOrigin?: boolean;
}

export interface EndpointMatch {
  /** All rows of the path, one for each method. */
  rows: readonly Endpoint[];
  /** The decoded parameters of the path. */
  params: Record<string, string>;
}

export interface EndpointTable {
  rows: readonly Endpoint[];
  /** Null for a page, and for a path that does not exist; `path` is encoded and has no query. */
  find(path: string): EndpointMatch | null;
}

/** The row for a method; undefined where the path has no row for it. */
export function rowFor(rows: readonly Endpoint[], method: string): Endpoint | undefined {
  const rowMethod = method === 'HEAD' ? 'GET' : method;
  return rows.find((row) => row.method === rowMethod || row.method === 'ANY');
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
    const existing = paths.get(String(row.path));
    if (existing) {
      existing.rows.push(row);
      continue;
    }
    const { path } = row;
    if (typeof path !== 'string') paths.set(String(path), { pattern: path, names: [], rows: [row] });
    else {
      const { pattern, keys } = parse(escapeDots(path));
      // Only paths without a file name may end with a slash.
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
        // The text of a wildcard need not be valid percent-encoding.
        return [name, name === '*' ? value : decodeURIComponent(value)];
      }),
    );
  } catch {
    return null;
  }
}

/** Two paths have the same pattern when they differ only in case and in the names of parameters. */
const patternOf = (path: string | RegExp) =>
  typeof path === 'string' ? path.toLowerCase().replace(/:\w+/g, ':') : String(path);

type RowAddress = Pick<Endpoint, 'name' | 'path' | 'method'>;

/**
 * Finds rows that no request can reach, because an earlier row has the same method and path; returns one sentence for
 * each.
 */
export function findDuplicateRows(rows: readonly RowAddress[]): string[] {
  return rows.flatMap((row, index) => {
    const first = rows
      .slice(0, index)
      .find(({ method, path }) => method === row.method && patternOf(path) === patternOf(row.path));
    const names = `${first?.name} and ${row.name}`;
    return first
      ? [`server/endpoints.ts: the rows ${names} have the same address ${row.method} ${String(row.path)}`]
      : [];
  });
}

/** Throws when two rows have the same method and path. The first path that matches decides, for all methods. */
export function createEndpointTable(rows: readonly Endpoint[]): EndpointTable {
  const duplicates = findDuplicateRows(rows);
  if (duplicates.length > 0) throw new Error(duplicates.join('\n'));
  const compiled = compile(rows);
  return {
    rows,
    find(path) {
      // Several slashes count as one, so that nobody can avoid a limit by adding slashes.
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
