import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics } from '#server/operations/metrics.ts';
import { serve } from '../../support/serve.ts';

const report = { route: 'home', language: 'en', LCP: 812.4, INP: 40, CLS: 0, TTFB: 31 };
const send = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('a report of a visitor’s browser', () => {
  it('is taken without an answer and shown by route and language', async (t) => {
    const { get, metrics } = await serve(t);
    const answer = await get('/vitals', send(report));
    assert.equal(answer.status, 204);
    const printed = await metrics.print();
    assert.match(printed, /site_vitals\{quantile="0.75",name="LCP",route="home",language="en"\} 812.4\n/);
    assert.match(printed, /site_vitals_count\{name="CLS",route="home",language="en"\} 1\n/);
  });

  it('that is none is refused and leaves nothing behind', async (t) => {
    const { get, metrics } = await serve(t);
    const broken = [
      { ...report, route: 'made-up' },
      { ...report, language: 'de' },
      { ...report, LCP: -1 },
      { ...report, who: 'me' },
      'not json',
      '',
    ];
    for (const body of broken) assert.equal((await get('/vitals', send(body))).status, 400, JSON.stringify(body));
    assert.equal((await get('/vitals', send('x'.repeat(2000)))).status, 413);
    assert.equal((await get('/vitals', send(report, { 'content-type': 'text/html' }))).status, 415);
    assert.equal((await get('/vitals', send(report, { 'sec-fetch-site': 'cross-site' }))).status, 403);
    assert.doesNotMatch(await metrics.print(), /site_vitals_count/);
  });
});

describe('reports without end', () => {
  it('are limited by address', async (t) => {
    const { get } = await serve(t);
    const answers = await Promise.all(Array.from({ length: 40 }, () => get('/vitals', send(report))));
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
  });
});

describe('the percentiles', () => {
  it('are those of all measurements of the last hour', async () => {
    const metrics = createMetrics();
    for (let value = 1; value <= 1000; value += 1) metrics.vital({ name: 'INP', value, route: 'news', language: 'ua' });
    const printed = await metrics.print();
    const read = (share: string) => Number(new RegExp(`quantile="${share}"[^}]*\\} ([\\d.]+)`).exec(printed)?.[1]);
    assert.ok(Math.abs(read('0.5') - 500) < 20);
    assert.ok(Math.abs(read('0.95') - 950) < 20);
    assert.match(printed, /site_vitals_count\{[^}]*\} 1000\n/);
    assert.match(printed, /site_vitals_sum\{[^}]*\} 500500\n/);
  });
});
