import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { VitalCount } from '#shared/contracts/page-views.ts';
import { createViewCounter } from '#server/page-views/view-counter.ts';

it('logs why a report was not accepted: the status, or what has prevented the call', async () => {
  const answers = [() => Promise.reject(new Error('too slow')), () => Promise.resolve({ status: 422, body: null })];
  const vitals: VitalCount[] = [{ name: 'LCP', rating: 'good', count: 1 }];
  const logged: object[] = [];
  const counter = createViewCounter({
    backendClient: { send: () => answers.shift()?.() ?? Promise.reject(new Error('not expected')) },
    publicUrl: 'https://obrii.example',
    vitalCounts: { take: () => vitals.splice(0) },
    log: { warn: (facts: object) => void logged.push(facts) },
  });
  await counter.flush();
  await counter.close();
  assert.deepEqual(logged, [{ reason: 'Error: too slow' }, { status: 422 }]);
});
