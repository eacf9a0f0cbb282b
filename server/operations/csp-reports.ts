import { json, Router, type RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { reportPath } from '#server/http/security-headers.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

const hourMs = 60 * 60 * 1000;
/** One page cannot violate more than this in one report. */
const mostAtOnce = 20;

const directives = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
]);

/** What is kept of a report: nothing that names a visitor. */
interface Violation {
  directive: string;
  /** An origin, or what the browser says instead: inline, eval, data. */
  blocked: string;
  page: string;
  source: string;
}

type Fields = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const tame = (value: string) => value.replace(/[^\w./:*-]/g, '').slice(0, 120);

function originOf(address: string): string {
  if (!URL.canParse(address)) return tame(address);
  const { protocol, host } = new URL(address);
  return host ? `${tame(protocol)}//${tame(host)}` : tame(protocol);
}

/** The path alone: queries may hold an e-mail address. */
const pathOf = (address: string) => (URL.canParse(address) ? tame(new URL(address).pathname) : '');

/** Both spellings: report-to's `effectiveDirective`, report-uri's `effective-directive`. */
function readViolation(body: Fields): Violation {
  const field = (camel: string, dashed: string) => text(body[camel]) || text(body[dashed]);
  const [named = ''] = (
    field('effectiveDirective', 'effective-directive') || field('violatedDirective', 'violated-directive')
  ).split(' ');
  return {
    directive: directives.has(named) ? named : 'other',
    blocked: originOf(field('blockedURL', 'blocked-uri')),
    page: pathOf(field('documentURL', 'document-uri')),
    source: originOf(field('sourceFile', 'source-file')),
  };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readViolations(body: unknown): Violation[] {
  if (Array.isArray(body)) {
    return body
      .filter(isObject)
      .filter((entry) => entry['type'] === 'csp-violation')
      .map((entry) => entry['body'])
      .filter(isObject)
      .slice(0, mostAtOnce)
      .map(readViolation);
  }
  const report = isObject(body) ? body['csp-report'] : null;
  return isObject(report) ? [readViolation(report)] : [];
}

/** Receives what browsers report about the content security policy: each is counted, each kind is logged once an hour. */
export function reportRoutes(log: Log, metrics: Metrics, limit: RequestHandler): Router {
  const seen = new LRUCache<string, true>({ max: 500, ttl: hourMs });
  const router = Router();
  const body = json({
    limit: '16kb',
    type: ['application/reports+json', 'application/csp-report', 'application/json'],
  });

  function take(violation: Violation): void {
    metrics.violation(violation.directive);
    const key = Object.values(violation).join('\n');
    if (seen.has(key)) return;
    seen.set(key, true);
    log.warn({ violation }, 'a browser reports a violation of the content security policy');
  }

  router.post(reportPath, limit, body, (req, res) => {
    const violations = readViolations(req.body);
    violations.forEach(take);
    res.status(violations.length > 0 ? 204 : 400).end();
  });
  return router;
}
