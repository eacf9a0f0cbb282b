import { check } from '#shared/contracts/check.ts';
import { vitalNames, VitalsReport } from '#shared/contracts/vitals.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { VitalCounts } from '#server/visits/vital-counts.ts';
import type { Metrics } from './metrics.ts';

/** The JSON of a beacon, which is sent as text; undefined where it is none. */
export function parseBeacon(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}

/** POST /vitals: one report of a page that is being left. */
export function createVitalsReport(
  { metrics, vitalCounts }: { metrics: Pick<Metrics, 'vital'>; vitalCounts: Pick<VitalCounts, 'add'> },
  routeNames: ReadonlySet<string>,
): Handler {
  return (req, res) => {
    const [broken, report] = check(parseBeacon(req.body), VitalsReport);
    if (broken || !routeNames.has(report.route)) {
      res.status(400).json({ error: 'badRequest' });
      return;
    }
    for (const name of vitalNames) {
      const value = report[name];
      if (value === undefined) continue;
      metrics.vital({ name, value, route: report.route, language: report.language });
      vitalCounts.add(name, value);
    }
    res.status(204).end();
  };
}
