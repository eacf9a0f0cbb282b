import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { startBackend } from '../../../support/backend.ts';
import { base64, goodMessage, pdf } from '../../../support/contact.ts';
import { newSqlite } from '../../../support/databases.ts';
import { json } from '../../../support/posts.ts';

/** Makes the folder of temporary files one that does not exist. */
function removeTemporaryFolder(t: TestContext): void {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = '/no-such-folder';
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
}

it('a message that finds no room in the temporary folder is refused like one that cannot be stored, and logged', async (t) => {
  const place = await newSqlite(t);
  removeTemporaryFolder(t);
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
