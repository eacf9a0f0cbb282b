import assert from 'node:assert/strict';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { runNews } from '#server/embedded/news/news-command.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { describeOnBoth } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

describeOnBoth('an export of the news onto a full disk', (newPlace) => {
  it('names the file that could not be written, not the database', async (t) => {
    const place = await newPlace(t);
    await (await openStorage(place)).close();
    const folder = await temporaryFolder(t);
    t.after(syncBuiltinESMExports);
    const file = join(folder, 'a-model-that-shows-its-sources', 'en.md');
    for (const [code, reason] of [
      ['ENOSPC', 'the disk is full'],
      ['EDQUOT', 'EDQUOT: quota exceeded, write'],
    ] as const) {
      // Node names the file in errors of opening it, and not in those of writing to it.
      const error = Object.assign(new Error(`${code}: quota exceeded, write`), { code });
      const { mock } = t.mock.method(promises, 'writeFile', () => Promise.reject(error));
      syncBuiltinESMExports();
      const result = await captureCommand(t, runNews, ['export', folder], settingsWithoutSite(place));
      mock.restore();
      assert.deepEqual(result, { code: 1, text: `${file}: ${reason}.` });
    }
  });
});
