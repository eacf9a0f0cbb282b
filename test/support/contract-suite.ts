import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { documentedStatuses, exampleOf } from './backend-readme.ts';
import { cases, create, invoice, type Case, type Need } from './contract-cases.ts';
import type { Cleanup } from './process.ts';

/** The backend that the suite runs against. */
interface ContractTarget {
  origin: string;
  /** The token of `POST /api/trial/start`; null if it is not known. */
  token: string | null;
  /** The same backend with payments turned off; null for a backend that cannot be started twice. */
  offOrigin: string | null;
  /** Whether it stands in for the payment provider too. */
  isSandbox: boolean;
}

/** The type of every field: two answers of one shape are equal in this. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, shapeOf(inner)] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

type Known = Record<'id' | 'slug' | 'invoice' | 'token', string>;

/**
 * Every call of server/backend/README.md with every status of its table, against any backend. It stores a comment,
 * messages, a trial and an invoice there. Calls that a backend does not have are skipped, with a message.
 */
export function describeContract(name: string, open: (t: Cleanup) => Promise<ContractTarget>): void {
  describe(name, () => {
    let target: ContractTarget;
    const known: Known = { id: '', slug: '', invoice: '', token: '' };
    let takesPayments = true;
    const endings: (() => unknown)[] = [];

    const fill = (text: string) => text.replace(/\{(id|slug|invoice|token)\}/g, (_, key: keyof Known) => known[key]);

    const send = ({ call, path, body, headers = {}, needs }: Omit<Case, 'status'>) =>
      fetch((needs === 'off' ? String(target.offOrigin) : target.origin) + fill(path), {
        method: call.split(' ')[0],
        headers: {
          'content-type': 'application/json',
          ...Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, fill(value)])),
        },
        ...(body !== undefined && { body: fill(JSON.stringify(body)) }),
      });

    const missing = (need: Need | undefined): string | null => {
      if (need === 'token' && target.token === null) return 'BACKEND_TOKEN is not set';
      if (need === 'sandbox' && !target.isSandbox) return 'it is no sandbox';
      if ((need === 'payments' || need === 'sandbox') && !takesPayments) return 'it takes no payments';
      return need === 'off' && target.offOrigin === null ? 'it takes payments' : null;
    };

    before(async () => {
      target = await open({ after: (end) => void endings.push(end) });
      known.token = target.token ?? '';
      const list = (await (await send({ call: 'GET', path: '/api/news' })).json()) as { id: string; slug: string }[];
      const [article] = list;
      assert.ok(article, 'the backend has an article');
      Object.assign(known, { id: article.id, slug: article.slug });
      const answer = await send({ call: 'POST', path: create, body: invoice });
      takesPayments = answer.status !== 403;
      known.invoice = ((await answer.json()) as { invoiceId?: string }).invoiceId ?? '';
    });

    after(async () => {
      for (const end of endings.reverse()) await end();
    });

    for (const [position, one] of cases.entries())
      it(`${position + 1}. ${one.call}: ${one.status}`, async (t) => {
        const why = missing(one.needs);
        if (why !== null) return t.skip(why);
        const answer = await send(one);
        const body = (await answer.json()) as unknown;
        assert.equal(answer.status, one.status, JSON.stringify(body));
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        if (one.answer) assert.deepEqual(shapeOf(body), shapeOf(exampleOf(one.answer)));
      });

    it('lists articles newest first, those of a category alone where one is named', async () => {
      const read = async (path: string) =>
        (await (await send({ call: 'GET', path })).json()) as { date: string; category: string }[];
      const all = await read('/api/news');
      const dates = all.map(({ date }) => Date.parse(date));
      assert.deepEqual(
        dates,
        dates.toSorted((one, other) => other - one),
      );
      const category = all[0]?.category ?? '';
      const ofCategory = await read(`/api/news?category=${encodeURIComponent(category)}`);
      assert.ok(ofCategory.length > 0);
      assert.ok(ofCategory.every((article) => article.category === category));
    });

    it('lists a part of the articles where it knows parts, and else all of them', async () => {
      const ask = (range: string) => send({ call: 'GET', path: '/api/news', headers: { range } });
      const all = (await (await send({ call: 'GET', path: '/api/news' })).json()) as unknown[];
      const part = await ask('items=1-2');
      const list = (await part.json()) as unknown[];
      if (part.status === 200) return assert.deepEqual(list, all);
      assert.equal(part.status, 206);
      assert.deepEqual(list, all.slice(1, 3));
      assert.equal(part.headers.get('content-range'), `items 1-2/${all.length}`);
      const beyond = await ask(`items=${all.length}-${all.length + 9}`);
      assert.equal(beyond.status, 416);
      assert.equal(beyond.headers.get('content-range'), `items */${all.length}`);
      assert.equal((await ask('bytes=0-9')).status, 200);
    });

    it('lists the last comments where it knows parts, and else all of them', async () => {
      const ask = (range?: string) =>
        send({ call: 'GET', path: '/api/news/{id}/comments', ...(range && { headers: { range } }) });
      const all = (await (await ask()).json()) as unknown[];
      const part = await ask('items=-1');
      const list = (await part.json()) as unknown[];
      if (part.status === 200) return assert.deepEqual(list, all);
      assert.equal(part.status, 206);
      assert.deepEqual(list, all.slice(-1));
      assert.equal(part.headers.get('content-range'), `items ${all.length - 1}-${all.length - 1}/${all.length}`);
    });
  });

  it('the contract has a case for every call with every status of its table, and for no other', () => {
    const tested = new Map<string, number[]>();
    for (const { call, status } of cases) tested.set(call, [...new Set([...(tested.get(call) ?? []), status])].sort());
    const sorted = (map: Map<string, number[]>) => [...map].sort(([one], [other]) => one.localeCompare(other));
    assert.deepEqual(sorted(tested), sorted(documentedStatuses));
  });
}
