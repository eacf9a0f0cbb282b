import { writeSync } from 'node:fs';
import express from 'express';
import type { KyselyPlugin } from 'kysely';
import { serveCalls } from '#server/embedded/calls-server.ts';
import { createIdempotentWrite } from '#server/embedded/storage/idempotent-write.ts';
import { parseLicenceKeys } from '#server/embedded/licences/licence-keys.ts';
import { createMonobank } from '#server/embedded/payments/monobank.ts';
import { orderCalls } from '#server/embedded/payments/order-calls.ts';
import { createFulfilment } from '#server/embedded/payments/fulfilment.ts';
import { createReportVerifier } from '#server/embedded/payments/signature.ts';
import { findStates } from '#server/embedded/payments/state-history.ts';
import { openStorage, type Storage } from '#server/embedded/storage/storage.ts';
import type { Database } from '#server/embedded/storage/tables.ts';
import { texts } from './texts.ts';

/**
 * A process of its own with the calls about payments over the folder in its first argument, or the database of
 * PostgreSQL in the second; it sends its address. After POST /kill-after/7 it gets SIGKILL
 * at the seventh step of its work from then on. A step is the moment before or after a query, or after a commit. Its
 * output says then what the request in which that was has done: `nothing`, or `committed`.
 */
const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const { LICENCE_KEY = '', MONOBANK_URL: url = '', MONOBANK_TOKEN: token = '' } = process.env;

let stepsLeft = Infinity;
let done = 'nothing';

function step(): void {
  stepsLeft -= 1;
  if (stepsLeft > 0) return;
  writeSync(1, done);
  process.kill(process.pid, 'SIGKILL');
}

const everyQuery: KyselyPlugin = {
  transformQuery({ node }) {
    step();
    return node;
  },
  transformResult({ result }) {
    step();
    return Promise.resolve(result);
  },
};

const opened = await openStorage({ dataDir, databaseUrl: databaseUrl || null });
const storage: Storage = {
  state: 'ok',
  dialect: opened.dialect,
  read: (query) => opened.read(query),
  close: () => opened.close(),
  async write(effect) {
    const result = await opened.write((database) => effect(database.withPlugin(everyQuery)));
    done = 'committed';
    step();
    return result;
  },
};

/** Returns the stored data of an order, for the test. */
async function describe(database: Database, id: string) {
  const order = await database.selectFrom('invoices').select('status').where('id', '=', id).executeTakeFirst();
  const licences = await database.selectFrom('licences').select('revoked').where('order_id', '=', id).execute();
  const events = await database
    .selectFrom('outbox')
    .select('event')
    .where('event', '>=', `order:${id}:`)
    .where('event', '<', `order:${id};`)
    .execute();
  const states = await findStates(database, [id]);
  return {
    status: order?.status,
    licences: licences.length,
    valid: licences.filter(({ revoked }) => revoked === null).length,
    sent: events.map(({ event }) => event.split(':')[2]).sort(),
    states: states.map(({ state, reported }) => [state, reported]),
  };
}

const monobank = createMonobank({ url, token });
const app = express();
app.get('/stored/:id', async (req, res) => {
  res.json(await storage.read((database) => describe(database, req.params.id)));
});
/** The machines that have two orders. */
app.get('/doubled', async (_req, res) => {
  const machines = await storage.read((database) =>
    database
      .selectFrom('invoices')
      .select('machine_id')
      .groupBy('machine_id')
      .having(({ fn }) => fn.countAll(), '>', 1)
      .execute(),
  );
  res.json(await machines);
});
app.post('/kill-after/:steps', (req, res) => {
  stepsLeft = Number(req.params.steps);
  res.end();
});
app.use((_req, _res, next) => {
  done = 'nothing';
  next();
});
app.use(
  orderCalls({
    storage,
    writeIdempotently: createIdempotentWrite(storage),
    writeLog: () => {},
    fulfil: createFulfilment({
      emailOptions: { texts, language: 'en', hasMailServer: false },
      hasNotifyUrl: true,
      keys: parseLicenceKeys(LICENCE_KEY),
      writeLog: () => {},
    }),
    wakeDelivery: () => {},
    mode: 'monobank',
    isModeChosen: true,
    monobank: { api: monobank, verify: createReportVerifier(monobank) },
  }),
);
const { port } = await serveCalls(app, 0);
process.send?.(`http://127.0.0.1:${port}`);
