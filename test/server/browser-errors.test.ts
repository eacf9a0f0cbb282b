import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../support/serve.ts';

describe('an error in a visitor’s browser', () => {
  const report = { kind: 'uncaught', route: 'home', name: 'TypeError', at: '/assets/start-ABC.js:1:200' };
  const post = (body: unknown) => ({ method: 'POST', body: JSON.stringify(body) });

  it('is counted by kind and page, and logged once', async (t) => {
    const { get, metrics, logged } = await serve(t);
    for (let count = 0; count < 3; count += 1) assert.equal((await get('/reports/errors', post(report))).status, 204);
    assert.match(await metrics.print(), /site_browser_errors_total\{kind="uncaught",route="home"\} 3/);
    assert.equal(logged.filter((line) => 'browserError' in line).length, 1);
  });

  it('is refused where it says more than it may', async (t) => {
    const { get } = await serve(t);
    for (const odd of [
      { ...report, message: 'typed by a visitor' },
      { ...report, route: 'made-up' },
      { ...report, name: 'olha@example.org' },
      { ...report, at: 'https://elsewhere.example/?email=olha@example.org' },
    ])
      assert.equal((await get('/reports/errors', post(odd))).status, 400, JSON.stringify(odd));
  });
});
