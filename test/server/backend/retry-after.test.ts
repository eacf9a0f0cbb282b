import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contactFormData } from '../../support/contact.ts';
import { fakeBackend, sendJson } from '../../support/fake-backend.ts';
import { holdingBackend } from '../../support/holding-backend.ts';
import { form, urlEncoded } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const activation = { machine_id: '7F3A-91C2', email: 'marta@steppe.example' };

/** Each form of a page as it is posted without JavaScript. */
const forms: [path: string, post: () => { method: string; body: FormData | URLSearchParams }][] = [
  ['/contacts', () => form(contactFormData())],
  ['/gitl', () => urlEncoded({ ...activation, plan: 'trial' })],
  ['/gitl', () => urlEncoded({ ...activation, plan: 'monthly' })],
  ['/news/smart-protective-equipment', () => urlEncoded({ author: 'Olha', content: 'A thought' })],
];

describe('Retry-After of a form without JavaScript', () => {
  for (const status of [429, 503])
    it(`is the value that the backend sends with ${status}`, async (t) => {
      const backend = await fakeBackend(t);
      const { get } = await serve(t, { backend });
      for (const [path] of forms) await get(path);
      backend.respondWith((_request, response) => {
        response.setHeader('retry-after', '3600');
        sendJson(response, status, {});
      });
      for (const [path, post] of forms) {
        const answer = await get(path, post());
        assert.deepEqual([path, answer.status, answer.headers.get('retry-after')], [path, status, '3600']);
      }
    });

  it('is that of a full queue while too many posts wait for the backend', async (t) => {
    const { backend, letGo } = await holdingBackend(t);
    const { get } = await serve(t, { backend, timeoutMs: 60_000, waitMs: 50 });
    const calls = Array.from({ length: 20 }, (_, number) =>
      get('/gitl', urlEncoded({ ...activation, plan: 'trial', machine_id: `7F3A-91C2-${number}` })),
    );
    const refused = await Promise.race(calls);
    letGo();
    await Promise.all(calls);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '2']);
  });
});
