import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { warmUp } from '#server/pages/warm-up.ts';

describe('rendering pages before their first visitors', () => {
  it('goes on after a page that cannot be rendered, and ends when it has to', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const tried: string[] = [];
    const isEnded = { value: false };
    const renewInBothLanguages = (path: string) => {
      tried.push(path);
      return path === '/about' ? Promise.reject(new Error('too many')) : Promise.resolve();
    };
    void warmUp({
      pages: { renewInBothLanguages },
      shouldContinue: () => !tried.includes('/careers'),
      log: pino({ level: 'silent' }),
    }).then(() => {
      isEnded.value = true;
    });
    while (!isEnded.value) {
      await nextTurn();
      t.mock.timers.tick(250);
    }
    const after = tried.slice(tried.indexOf('/about') + 1);
    assert.ok(after.length > 1, 'pages after the failed one');
    assert.equal(after.at(-1), '/careers');
  });
});
