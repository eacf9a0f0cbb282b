import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runBackup } from '#server/embedded/commands/backup-command.ts';
import { runRestore } from '#server/embedded/commands/restore-command.ts';
import { runNews } from '#server/embedded/news/news-command.ts';
import { schemaVersion } from '#server/embedded/storage/migrations.ts';
import { openStorage } from '#server/embedded/storage/storage.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { describeOnBoth, makeEarlier } from '../../../../support/databases.ts';
import { temporaryFolder } from '../../../../support/process.ts';

describeOnBoth('the database of an earlier release, which may still run', (newPlace) => {
  it('is changed neither by an import of news nor by a restore that replaces nothing or fails', async (t) => {
    const [source, earlier, folder] = [await newPlace(t), await newPlace(t), await temporaryFolder(t)];
    await (await openStorage(source)).close();
    const [news, backup] = [join(folder, 'news'), join(folder, 'backup.jsonl.gz')];
    await captureCommand(t, runNews, ['export', news], settingsWithoutSite(source));
    await captureCommand(t, runBackup, [backup], source);
    await makeEarlier(earlier, schemaVersion - 1, () => Promise.resolve());
    const refused = {
      code: 1,
      text: `That could not be done: the database has version ${schemaVersion - 1} and this release has version ${schemaVersion}: start the site once, which brings it up to date.`,
    };
    // Each command finds the version that the one before has left.
    for (let count = 0; count < 2; count += 1) {
      assert.deepEqual(await captureCommand(t, runNews, ['import', news], settingsWithoutSite(earlier)), refused);
      assert.deepEqual(await captureCommand(t, runRestore, [backup], earlier), refused);
    }
    const bad = join(folder, 'bad.jsonl.gz');
    await writeFile(bad, gzipSync(`${JSON.stringify({ format: 'site-backup', version: schemaVersion })}\n`));
    assert.deepEqual(await captureCommand(t, runRestore, [bad, '--replace'], earlier), {
      code: 1,
      text: `${bad} was not restored, and nothing was changed: it is incomplete.`,
    });
    assert.deepEqual(await captureCommand(t, runRestore, [backup], earlier), refused);
    assert.equal((await captureCommand(t, runRestore, [backup, '--replace'], earlier)).code, 0);
  });
});
