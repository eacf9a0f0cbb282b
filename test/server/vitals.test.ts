import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createVitals } from '#server/operations/vitals.ts';
import { serve } from '../support/serve.ts';

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
    assert.match(printed, /site_vitals\{name="LCP",route="home",language="en",quantile="0.75"\} 812.4\n/);
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
  it('are those of the latest readings, in bounded memory', () => {
    const vitals = createVitals();
    for (let value = 1; value <= 1000; value += 1) vitals.record('INP', value, 'news', 'ua');
    const printed = vitals.print();
    assert.match(printed, /quantile="0.5"\} 872\n/);
    assert.match(printed, /quantile="0.95"\} 988\n/);
    assert.match(printed, /site_vitals_count\{[^}]*\} 1000\n/);
    assert.match(printed, /site_vitals_sum\{[^}]*\} 500500\n/);
  });
});
