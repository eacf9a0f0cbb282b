import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countOrders, findOrders } from '#server/embedded/desk/order-list.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { addPaidOrder } from '../../../../support/orders.ts';

const limit = 4;
const ofEachKind = 7;

describeOnBoth('the list of trials and invoices', (newPlace) => {
  it('has each one on exactly one page, newest first, and no page is longer than the limit', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    await storage.write(async (database) => {
      for (let number = 0; number < ofEachKind; number += 1) {
        const now = new Date(Date.UTC(2026, 0, 1, number));
        await addPaidOrder(database, { id: `order-${number}`, email: 'a@b.example', machine: `I-${number}`, now });
        const date = new Date(now.getTime() + 1000).toISOString();
        await database
          .insertInto('trials')
          .values({ machine_id: `T-${number}`, email: 'a@b.example', date })
          .execute();
      }
    });
    const machines = await storage.read(async (database) => {
      const pages: string[][] = [];
      for (let offset = 0; offset < (await countOrders(database, {})); offset += limit)
        pages.push((await findOrders(database, {}, { limit, offset })).map(({ machine }) => machine));
      return pages;
    });
    assert.deepEqual(
      machines.map((page) => page.length),
      [4, 4, 4, 2],
    );
    const newestFirst = Array.from({ length: ofEachKind }, (_, age) => ofEachKind - 1 - age);
    assert.deepEqual(
      machines.flat(),
      newestFirst.flatMap((number) => [`T-${number}`, `I-${number}`]),
    );
  });
});
