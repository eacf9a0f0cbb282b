import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sendBrowserError } from '#client/lib/error-reporter.ts';
import { watchLeaving } from '#client/lib/leaving.ts';
import { replaceProperty } from '../../support/replace-property.ts';

/** The kinds of the reports that are sent to the server. */
function recordKinds(t: TestContext): () => Promise<unknown[]> {
  const bodies: Blob[] = [];
  replaceProperty(t, navigator, 'sendBeacon', { value: (_address: string, body: Blob) => bodies.push(body) > 0 });
  return () =>
    Promise.all(bodies.map(async (body) => Reflect.get(JSON.parse(await body.text()) as object, 'kind') as unknown));
}

describe('a report about a module that did not load', () => {
  it('is not sent when the visitor leaves, until it is clear that the visitor has stayed', async (t) => {
    const sent = recordKinds(t);
    let now = 40_000;
    replaceProperty(t, performance, 'now', { value: () => now });
    const hasLeftSince = watchLeaving();
    sendBrowserError({ kind: 'chunk', route: 'about', name: 'TypeError' }, hasLeftSince);
    assert.deepEqual(await sent(), ['chunk']);
    window.dispatchEvent(new Event('beforeunload'));
    now += 30_000;
    sendBrowserError({ kind: 'chunk', route: 'about', name: 'TypeError' }, hasLeftSince);
    sendBrowserError({ kind: 'uncaught', route: 'about', name: 'TypeError' }, hasLeftSince);
    assert.deepEqual(await sent(), ['chunk', 'uncaught'], 'other errors are faults of the site');
    now += 1;
    sendBrowserError({ kind: 'chunk', route: 'about', name: 'TypeError' }, hasLeftSince);
    assert.deepEqual(await sent(), ['chunk', 'uncaught', 'chunk']);
  });
});
