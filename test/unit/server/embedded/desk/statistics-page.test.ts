import assert from 'node:assert/strict';
import { it } from 'node:test';
import { showStatistics } from '#server/embedded/desk/statistics-page.ts';
import type { SignedInRequest } from '#server/embedded/desk/desk-request.ts';
import type { Storage } from '#server/embedded/storage/storage.ts';
import { areaText } from '#server/lib/texts.ts';
import { describeOnBoth, openTestStorage } from '../../../../support/databases.ts';
import { addTestEmail, emailTo } from '../../../../support/outbox.ts';
import { texts } from '../../../../support/texts.ts';

const requestAt = (storage: Storage, now: number): SignedInRequest => ({
  params: {},
  query: new URLSearchParams(),
  fields: {},
  upload: null,
  language: 'en',
  text: areaText(texts, 'en', 'desk'),
  origin: 'https://obrii.example',
  siteOrigin: '',
  client: '',
  storage,
  emailOptions: { texts, language: 'en', hasMailServer: false },
  keys: null,
  fulfil: () => Promise.resolve(),
  now,
  session: { email: 'marta@obrii.example', hash: '' },
  actor: { who: 'marta@obrii.example', now },
});

const addDelivery = (storage: Storage, event: string, at: string) =>
  addTestEmail(storage, event, emailTo('olha@example.com'), Date.parse(at));

describeOnBoth('the statistics', (newPlace) => {
  // The office is two hours ahead of UTC in winter and three in summer: the last of these periods began in summer.
  for (const { now, firstDay, start, before } of [
    {
      now: '2026-02-10T12:00Z',
      firstDay: '2026-01-12',
      start: '2026-01-11T22:00:00.000Z',
      before: '2026-01-11T21:59:59.999Z',
    },
    {
      now: '2026-11-10T21:59Z',
      firstDay: '2026-10-12',
      start: '2026-10-11T21:00:00.000Z',
      before: '2026-10-11T20:59:59.999Z',
    },
  ])
    it(`at ${now} count page views and deliveries from the same midnight of the office on`, async (t) => {
      const storage = await openTestStorage(t, await newPlace(t));
      const visit = { page: '/about', language: 'en', referrer: '' };
      const dayBefore = new Date(Date.parse(firstDay) - 86_400_000).toISOString().slice(0, 10);
      await storage.write((database) =>
        database
          .insertInto('visits')
          .values([
            { ...visit, day: dayBefore, count: 5 },
            { ...visit, day: firstDay, count: 7 },
          ])
          .execute(),
      );
      await addDelivery(storage, 'too-early', before);
      await addDelivery(storage, 'first', start);
      await addDelivery(storage, 'last', new Date(now).toISOString());
      const page = await showStatistics(requestAt(storage, Date.parse(now)));
      assert.ok(page.kind === 'page');
      const body = page.body.toString();
      assert.match(body, new RegExp(`${firstDay}</th>\\s*<td>7<`));
      assert.ok(!body.includes(dayBefore));
      const state = areaText(texts, 'en', 'desk')('mail.states.pending');
      assert.match(body, new RegExp(`${state}</th>\\s*<td>2<`));
    });
});
