import assert from 'node:assert/strict';
import { it } from 'node:test';
import { serveDesk } from '../../support/desk.ts';

it('an address of the desk with broken percent-encoding does not exist', async (t) => {
  const desk = await serveDesk(t);
  const headers = await desk.signIn();
  for (const path of ['/desk/messages/%ff', '/desk/news/%', '/desk/orders/%e0%a4/refund']) {
    assert.equal((await desk.get(path, { headers })).status, 404, path);
    assert.equal((await desk.post(path, {}, { headers })).status, 404, path);
    assert.equal((await desk.get(path)).headers.get('location'), '/desk/sign-in', path);
  }
});
