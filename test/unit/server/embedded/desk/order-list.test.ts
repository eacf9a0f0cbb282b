import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countOrders, findOrders, readAllOrders, type ListedOrder } from '#server/embedded/desk/order-list.ts';
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

  it('has each one on exactly one page, with its states, also if all have the same time', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const now = new Date(Date.UTC(2026, 0, 1));
    await storage.write(async (database) => {
      for (let number = 0; number < ofEachKind; number += 1) {
        await addPaidOrder(database, { id: `order-${number}`, email: 'a@b.example', machine: `I-${number}`, now });
        for (const email of ['a@b.example', 'c@d.example'])
          await database
            .insertInto('trials')
            .values({ machine_id: `T-${number}`, email, date: now.toISOString() })
            .execute();
      }
    });
    const entries = await storage.read(async (database) => {
      const found: ListedOrder[] = [];
      for (let offset = 0; offset < 3 * ofEachKind; offset += limit)
        found.push(...(await findOrders(database, {}, { limit, offset })));
      return found;
    });
    assert.equal(new Set(entries.map(({ id, machine, email }) => `${id} ${machine} ${email}`)).size, 3 * ofEachKind);
    assert.equal(entries.length, 3 * ofEachKind);
    for (const { kind, states } of entries) assert.equal(states.includes('success'), kind === 'invoice');
  });

  it('is read in parts, each entry once and newest first, also if more entries than a part have one time', async (t) => {
    const storage = await openTestStorage(t, await newPlace(t));
    const days = [1, 2, 2, 2, 2, 2, 2, 3, 4, 4];
    await storage.write(async (database) => {
      for (const [number, day] of days.entries()) {
        const now = new Date(Date.UTC(2026, 0, day));
        const trial = { machine_id: `T-${number}`, email: 'a@b.example', date: now.toISOString() };
        if (number % 2 > 0) await database.insertInto('trials').values(trial).execute();
        else await addPaidOrder(database, { id: `order-${number}`, email: 'a@b.example', machine: `I-${number}`, now });
      }
    });
    for (const maxPart of [1, 3, days.length, 100]) {
      const orders: ListedOrder[] = [];
      for await (const part of readAllOrders(storage, maxPart)) orders.push(...part);
      assert.deepEqual(
        orders.map(({ created }) => new Date(created).getUTCDate()),
        days.toReversed(),
      );
      assert.equal(new Set(orders.map(({ machine }) => machine)).size, days.length);
    }
  });
});
