import { json, Router } from 'express';
import { sql } from 'kysely';
import { check } from '#shared/contracts/check.ts';
import { ViewReport, type ViewCount, type VitalCount } from '#shared/contracts/page-views.ts';
import { officeDay } from '#shared/dates.ts';
import { countRows } from '../storage/count-rows.ts';
import type { IdempotentWrite } from '../storage/idempotent-write.ts';
import { requireSiteToken } from '../lib/site-token.ts';
import type { Database } from '../storage/tables.ts';

/**
 * Referrers can be forged, so a flood must not fill the table: above this number of rows a day, views are counted
 * without their referrer.
 */
const maxRowsOfDay = 5000;

async function addViews(database: Database, views: readonly ViewCount[], now: Date): Promise<void> {
  const day = officeDay(now);
  const rows = await countRows(database.selectFrom('visits').where('day', '=', day));
  for (const { page, language, referrer, count } of views)
    await database
      .insertInto('visits')
      .values({ day, page, language, referrer: rows < maxRowsOfDay ? referrer : '', count })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'page', 'language', 'referrer'])
          .doUpdateSet({ count: sql<number>`visits.count + excluded.count` }),
      )
      .execute();
}

async function addVitals(database: Database, vitals: readonly VitalCount[], now: Date): Promise<void> {
  const day = officeDay(now);
  for (const vital of vitals)
    await database
      .insertInto('vitals')
      .values({ day, ...vital })
      .onConflict((conflict) =>
        conflict.columns(['day', 'name', 'rating']).doUpdateSet({ count: sql<number>`vitals.count + excluded.count` }),
      )
      .execute();
}

/**
 * POST /visits adds the page views and vitals of one copy of the site. The call must carry the token of the site. A
 * report that is sent again after a timeout has the same Idempotency-Key and is not added twice.
 */
export function viewCalls(writeIdempotently: IdempotentWrite, token: string): Router {
  const router = Router();
  router.post('/visits', json({ limit: '128kb' }), requireSiteToken(token), async (req, res) => {
    const [errors, report] = check(req.body, ViewReport);
    if (errors) {
      res.status(400).json({ error: 'These are no page views' });
      return;
    }
    const now = new Date();
    const { status, body } = await writeIdempotently(req, report, async (database) => {
      await addViews(database, report.visits, now);
      await addVitals(database, report.vitals, now);
      return { status: 200, body: { status: 'ok' } };
    });
    res.status(status).json(body);
  });
  return router;
}
