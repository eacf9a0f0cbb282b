import { check } from '#shared/contracts/check.ts';
import { vitalNames, VitalsReport, type VitalName } from '#shared/contracts/vitals.ts';
import type { Handler } from '#server/http/endpoint-table.ts';
import type { Metrics } from './metrics.ts';

interface Options {
  metrics: Pick<Metrics, 'vital'>;
  /** The counts for the desk. */
  vitalCounts: { add(name: VitalName, value: number): void };
  routeNames: ReadonlySet<string>;
}

/** POST /vitals: the report that a page sends when the visitor leaves it. */
export function createVitalsReport({ metrics, vitalCounts, routeNames }: Options): Handler {
  return (req, res) => {
    const [broken, report] = check(req.body, VitalsReport);
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
