import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFile, postComment, startProcess, storageOf, temporaryFolder } from '../support/process.ts';
import { until } from '../support/until.ts';

describe('two processes on one DATA_DIR', () => {
  it('start at the same time, write at the same time, and corrupt nothing', async (t) => {
    const dataDir = await temporaryFolder(t);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const sites = await Promise.all([startProcess(t, { env }), startProcess(t, { env })]);
    await Promise.all(sites.map((site) => site.ready()));
    for (const site of sites) assert.equal(await storageOf(site), 'ok', site.output());
    const sent = await Promise.all(
      Array.from({ length: 80 }, async (_, position) => {
        const content = `shared ${position}`;
        // On a busy machine the queue refuses some, before it sends them to the backend.
        await until('the comment is stored', async () => {
          const answer = await postComment(sites[position % 2]?.origin ?? '', content);
          assert.match(`${answer.status} ${await answer.text()}`, /^201|^503 .*busy/);
          return answer.status === 201;
        });
        return content;
      }),
    );
    for (const site of sites) site.child.kill('SIGTERM');
    for (const site of sites) assert.equal(await site.ended, 0);
    assert.deepEqual(checkFile(dataDir).sort(), sent.sort());
  });
});
