import { Router, text } from 'express';
import { check } from '#shared/contracts/check.ts';
import { vitalNames, VitalsReport } from '#shared/contracts/vitals.ts';
import type { Metrics } from './metrics.ts';

const reportBytes = 1024;

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** Takes one report from a page that is being left: a beacon, whose sender waits for no answer. */
export function vitalsRoutes(metrics: Pick<Metrics, 'vital'>, routeNames: ReadonlySet<string>) {
  const router = Router();

  // A beacon's text has the type text/plain.
  router.post('/', text({ type: '*/*', limit: reportBytes }), (req, res) => {
    const [broken, report] = check(parse(req.body), VitalsReport);
    if (broken || !routeNames.has(report.route)) {
      res.status(400).json({ error: 'badRequest' });
      return;
    }
    for (const name of vitalNames) {
      const value = report[name];
      if (value !== undefined) metrics.vital({ name, value, route: report.route, language: report.language });
    }
    res.status(204).end();
  });

  return router;
}
