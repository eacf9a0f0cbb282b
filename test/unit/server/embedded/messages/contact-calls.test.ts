import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startBackend } from '../../../../support/backend.ts';
import { base64, goodMessage, pdf } from '../../../../support/contact.ts';
import { newSqlite } from '../../../../support/databases.ts';
import { json } from '../../../../support/posts.ts';
import { refuseTemporaryFiles } from '../../../../support/refuse-temporary-files.ts';

it('a message without room in the temporary folder is refused like one that cannot be stored, and logged', async (t) => {
  const place = await newSqlite(t);
  refuseTemporaryFiles(t);
  const { origin, logged } = await startBackend(t, place);
  const attachment = { name: 'cv.pdf', type: 'application/pdf', data: base64(pdf()) };
  const answer = await fetch(`${origin}/api/contact`, json({ ...goodMessage(), attachment }));
  assert.equal(answer.status, 503);
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.deepEqual(await answer.json(), { error: 'The data could not be stored. Please try again later.' });
  assert.deepEqual(
    logged.filter(({ level }) => level === 'error'),
    [{ level: 'error', text: 'an upload could not be written to the temporary folder' }],
  );
});

it('a message that comes again from another tab of the form does not count as the same', async (t) => {
  const { origin } = await startBackend(t, await newSqlite(t));
  const post = async (changes: object) => {
    const init = json({ ...goodMessage(), topic: 'general', ...changes });
    const headers = { ...init.headers, 'idempotency-key': 'a-key-of-this-test' };
    return (await fetch(`${origin}/api/contact`, { ...init, headers })).status;
  };
  assert.equal(await post({}), 200);
  assert.equal(await post({ timestamp: 5, language: 'ua' }), 200);
  assert.equal(await post({ topic: 'legal' }), 422);
});
