import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sendBrowserError } from '#client/lib/error-reporter.ts';
import { replaceProperty } from '../../support/replace-property.ts';

function recordBeacons(t: TestContext): string[] {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const addresses: string[] = [];
  replaceProperty(t, navigator, 'sendBeacon', { value: (address: string) => addresses.push(address) > 0 });
  return addresses;
}

describe('a report of an error', () => {
  it('is sent at once, because the visitor may leave', (t) => {
    const sent = recordBeacons(t);
    sendBrowserError({ kind: 'uncaught', route: 'about', name: 'TypeError' });
    assert.deepEqual(sent, ['/reports/errors']);
  });

  it('about a module that does not load is sent a second later', (t) => {
    const sent = recordBeacons(t);
    sendBrowserError({ kind: 'chunk', route: 'about', name: 'TypeError' });
    t.mock.timers.tick(999);
    assert.deepEqual(sent, []);
    t.mock.timers.tick(1);
    assert.deepEqual(sent, ['/reports/errors']);
  });

  it('about a module that does not load is not sent when the visitor leaves the page', (t) => {
    const sent = recordBeacons(t);
    sendBrowserError({ kind: 'chunk', route: 'about', name: 'TypeError' });
    window.dispatchEvent(new Event('pagehide'));
    t.mock.timers.tick(5000);
    assert.deepEqual(sent, []);
  });
});
