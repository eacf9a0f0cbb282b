import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rawGet, speak } from '../support/raw.ts';
import { serve } from '../support/serve.ts';

describe('cookies that are not ours', () => {
  for (const cookie of [
    'a=b; c=d',
    '=;;;=;',
    '__proto__=x; constructor=y',
    'language=<script>',
    'language=ua%0d%0a',
    `tracking=${'x'.repeat(4000)}`,
    'language=en; language=ua',
    '\u00ff=\u00ff',
  ]) {
    it(`${JSON.stringify(cookie.slice(0, 40))} changes nothing`, async (t) => {
      const site = await serve(t);
      const { status, text } = await speak(site.origin, Buffer.from(rawGet('/about', [`Cookie: ${cookie}`]), 'latin1'));
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<script>(?!<)|set-cookie/i);
      assert.match(text, /<html lang="en"/);
    });
  }
});

describe('ranges', () => {
  for (const [range, status] of [
    ['bytes=0-9', 206],
    ['bytes=5-2', 200],
    ['bytes=-5', 200],
    ['bytes=a-b', 200],
    ['bytes=0-1,5-9', 200],
    ['lines=1-2', 200],
    ['bytes=999999999-', 416],
  ] as const) {
    it(`${range} is answered ${status}`, async (t) => {
      const site = await serve(t);
      const answer = await site.get('/static/icons.svg', { headers: { range, 'accept-encoding': 'identity' } });
      assert.equal(answer.status, status);
    });
  }
});

describe('repeated requests', () => {
  it('on one connection, a bad one among them, end there: nothing behind it is answered', async (t) => {
    const site = await serve(t);
    const good = 'GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n';
    const { text } = await speak(site.origin, `${good}${good}nonsense\r\n\r\n${good}`, { untilClosed: true });
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    assert.match(statuses.join(' '), /^200( 200)?( 400)?$/);
    assert.equal((await site.get('/healthz')).status, 200);
  });

  it('with the same parameter many times take the first', async (t) => {
    const site = await serve(t);
    assert.equal((await site.get('/news?category=General&category=Technology&lang=en&lang=ua')).status, 200);
    assert.match(await site.html('/about?lang=ua&lang=en'), /<html lang="uk"/);
  });
});
