import { BrowserError } from '#shared/contracts/browser-error.ts';
import { check } from '#shared/contracts/check.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { Log } from '#server/lib/log.ts';
import type { Metrics } from './metrics.ts';
import { createReportFilter } from './report-filter.ts';

interface Options {
  log: Log;
  metrics: Pick<Metrics, 'browserError'>;
  routeNames: ReadonlySet<string>;
}

/**
 * POST /reports/errors: an error in a visitor's browser. It is counted by kind and page, and logged without its
 * message.
 */
export function createErrorReports({ log, metrics, routeNames }: Options): Handler {
  const shouldLog = createReportFilter();
  return (req, res) => {
    const [broken, report] = check(req.body, BrowserError);
    if (broken || !routeNames.has(report.route)) {
      res.status(400).json({ error: 'badRequest' });
      return;
    }
    const { kind, route, name, at } = report;
    metrics.browserError(kind, route);
    if (shouldLog([kind, route, name, at].join('\n'))) log.warn({ browserError: report }, 'a browser reports an error');
    res.status(204).end();
  };
}
