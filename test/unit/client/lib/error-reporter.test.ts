import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { is } from 'superstruct';
import { BrowserError } from '#shared/contracts/browser-error.ts';
import { createReportError } from '#client/lib/error-reporter.ts';

const origin = 'https://obrii.example';

function open() {
  const sent: BrowserError[] = [];
  const report = createReportError({
    origin,
    routeName: () => 'contacts',
    send: (error) => sent.push(error),
  });
  return { sent, report };
}

function thrown(message: string, stack: string): Error {
  return Object.assign(new TypeError(message), { stack });
}

describe('a report of an error', () => {
  it('contains class and place, and no input of the visitor', () => {
    const { sent, report } = open();
    const stack = `TypeError: olha@example.com is no function
    at extension (chrome-extension://abc/assets/content.js:1:2)
    at submit (${origin}/assets/contacts-RBWBBJBZ.js:3:141)
    at ${origin}/assets/chunk-P57NFHFS.js:9:26`;
    report('uncaught', thrown('olha@example.com is no function', stack));
    assert.deepEqual(sent, [
      { kind: 'uncaught', route: 'contacts', name: 'TypeError', at: '/assets/contacts-RBWBBJBZ.js:3:141' },
    ]);
  });

  it('leaves the place out when no script of the site is in it', () => {
    const { sent, report } = open();
    report('caught', thrown('no', 'TypeError: no\n at https://elsewhere.example/assets/a.js:1:1'));
    report('caught', 'a string');
    assert.deepEqual(sent, [
      { kind: 'caught', route: 'contacts', name: 'TypeError' },
      { kind: 'caught', route: 'contacts', name: 'string' },
    ]);
  });

  it('contains the script that did not load, for the messages of every browser', () => {
    const { sent, report } = open();
    const file = `${origin}/assets/team-ABCDEFGH.js`;
    report('caught', new TypeError(`Failed to fetch dynamically imported module: ${file}`));
    report('caught', new TypeError(`error loading dynamically imported module: ${file.replace('team', 'news')}`));
    report('uncaught', new TypeError('Importing a module script failed.'));
    assert.deepEqual(sent, [
      { kind: 'chunk', route: 'contacts', name: 'TypeError', at: '/assets/team-ABCDEFGH.js' },
      { kind: 'chunk', route: 'contacts', name: 'TypeError', at: '/assets/news-ABCDEFGH.js' },
      { kind: 'chunk', route: 'contacts', name: 'TypeError' },
    ]);
  });

  it('is sent once for the same error, and five times at most', () => {
    const { sent, report } = open();
    const errorAt = (line: number) => thrown('no', `at ${origin}/assets/a.js:${line}:1`);
    report('uncaught', errorAt(1));
    report('uncaught', errorAt(1));
    assert.equal(sent.length, 1);
    for (let line = 1; line <= 20; line += 1) report('uncaught', errorAt(line));
    assert.equal(sent.length, 5);
  });

  it('always fits the contract', () => {
    const { sent, report } = open();
    const long = thrown('no', `at ${origin}/assets/${'a'.repeat(400)}.js:1:1`);
    report('uncaught', Object.assign(long, { name: 'X'.repeat(400) }));
    report('recoverable', Object.assign(new Error('no'), { name: '' }));
    report('uncaught', undefined);
    assert.equal(sent.length, 3);
    for (const error of sent) assert.ok(is(error, BrowserError), JSON.stringify(error));
  });
});
