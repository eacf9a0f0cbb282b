import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runDesk } from '#server/embedded/desk/desk-command.ts';
import { schemaVersion } from '#server/embedded/storage/migrations.ts';
import { openPostgresKysely, postgresSchema } from '#server/embedded/storage/postgres-dialect.ts';
import { captureCommand, settingsWithoutSite } from '../../../../support/capture-command.ts';
import { describeOnBoth, makeEarlier } from '../../../../support/databases.ts';

const writes = [
  ['people', 'erase', 'olha@example.com', '--yes'],
  ['messages', 'answer', '1'],
  ['comments', 'approve', '1'],
];

describeOnBoth('a command of the desk that writes', (newPlace) => {
  it('refuses an empty database, and makes no tables in it', async (t) => {
    const place = await newPlace(t);
    if (place.databaseUrl === null) {
      t.skip('desk-command.test.ts tests this for SQLite');
      return;
    }
    for (const args of writes)
      assert.deepEqual(await captureCommand(t, runDesk, args, settingsWithoutSite(place)), {
        code: 1,
        text: 'That could not be done: the database in DATABASE_URL is empty: start the site first, or set DATABASE_URL to where its data is.',
      });
    await using database = openPostgresKysely({ url: place.databaseUrl, busyMs: 1000 }).database;
    assert.equal(await postgresSchema.readVersion(database), 0);
  });

  it('refuses the database of an earlier release, which may still run', async (t) => {
    const place = await newPlace(t);
    await makeEarlier(place, schemaVersion - 1, () => Promise.resolve());
    // The second command finds the version that the first one has left.
    for (const args of writes)
      assert.deepEqual(await captureCommand(t, runDesk, args, settingsWithoutSite(place)), {
        code: 1,
        text: `That could not be done: the database has version ${schemaVersion - 1} and this release has version ${schemaVersion}: start the site once, which brings it up to date.`,
      });
  });
});
