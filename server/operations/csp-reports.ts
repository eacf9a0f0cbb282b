import type { Handler } from '#server/http/endpoint-table.ts';
import type { Log } from '#server/lib/log.ts';
import { isDirective, type CspDirective } from './csp-directives.ts';
import type { Metrics } from './metrics.ts';
import { createReportFilter } from './report-filter.ts';

/** The maximum number of violations that are read from one report. */
const maxViolations = 20;

/** The fields of a report that are used; none of them identifies a visitor. */
interface Violation {
  directive: CspDirective | 'other';
  /** An origin, or a keyword of the browser: inline, eval, data. */
  blocked: string;
  page: string;
  source: string;
}

type Fields = Record<string, unknown>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const clean = (value: string) => value.replace(/[^\w./:*-]/g, '').slice(0, 120);

function originOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return clean(address);
  return url.host ? `${clean(url.protocol)}//${clean(url.host)}` : clean(url.protocol);
}

/** Only the path of an address, because the query may contain an e-mail address. */
const pathOf = (address: string) => clean(URL.parse(address)?.pathname ?? '');

/** Reads both spellings: `effectiveDirective` of report-to and `effective-directive` of report-uri. */
function readViolation(body: Fields): Violation {
  const field = (camel: string, dashed: string) => text(body[camel]) || text(body[dashed]);
  const [named = ''] = (
    field('effectiveDirective', 'effective-directive') || field('violatedDirective', 'violated-directive')
  ).split(' ');
  return {
    directive: isDirective(named) ? named : 'other',
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
      .slice(0, maxViolations)
      .map(readViolation);
  }
  const report = isObject(body) ? body['csp-report'] : null;
  return isObject(report) ? [readViolation(report)] : [];
}

interface Options {
  log: Log;
  metrics: Pick<Metrics, 'violation'>;
}

/** The media types of reports, by `report-to` and by `report-uri`. */
export const reportTypes = ['application/reports+json', 'application/csp-report', 'application/json'];

/**
 * POST /reports/csp: violations of the Content-Security-Policy. Each is counted; each kind is logged at most once an
 * hour.
 */
export function createCspReports({ log, metrics }: Options): Handler {
  const shouldLog = createReportFilter();
  return (req, res) => {
    const violations = readViolations(req.body);
    for (const violation of violations) {
      metrics.violation(violation.directive);
      if (shouldLog(Object.values(violation).join('\n')))
        log.warn({ violation }, 'a browser reports a violation of the content security policy');
    }
    res.status(violations.length > 0 ? 204 : 400).end();
  };
}
