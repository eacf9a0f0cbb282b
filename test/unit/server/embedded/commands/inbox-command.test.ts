import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { runInbox } from '#server/embedded/commands/inbox-command.ts';
import { captureCommand } from '../../../../support/capture-command.ts';
import { pdf } from '../../../../support/contact.ts';
import { describeOnBoth, writeTo, type NewPlace } from '../../../../support/databases.ts';

/** Stores this number of comments and one message with an attachment; `run` returns the exit code and the output. */
async function open(t: TestContext, newPlace: NewPlace, comments: number) {
  const place = await newPlace(t);
  const { id } = await writeTo(place, async (database) => {
    for (let count = 1; count <= comments; count += 1)
      await database
        .insertInto('comments')
        .values({
          news_id: '1',
          author: 'Olha',
          content: `comment ${count}.`,
          date: new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString(),
        })
        .execute();
    return database
      .insertInto('messages')
      .values({
        first_name: 'Ivan',
        last_name: 'Bondar',
        email: 'ivan@steppe.example',
        message: 'Hello',
        date: '2025-01-01T10:00:00Z',
        attachment_name: '../cv.pdf',
        attachment: pdf(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  const run = (...args: string[]) => captureCommand(t, runInbox, args, place);
  mkdirSync(place.dataDir, { recursive: true });
  return { folder: place.dataDir, id: String(id), run };
}

describeOnBoth('npm run inbox', (newPlace) => {
  it('lists the newest 50, and says that there are more', async (t) => {
    const { run } = await open(t, newPlace, 60);
    const { code, text } = await run();
    assert.equal(code, 0);
    assert.equal(text.match(/comment \d+\./g)?.length, 50);
    assert.match(text, /comment 60\..*comment 11\./s);
    assert.match(text, /Page 1 of 2, 61 entries in all/);
    assert.deepEqual(await run('--page', '3'), { code: 1, text: 'There is no page 3, only 2: 61 entries in all.' });
  });

  it('lists other pages, and pages of another size', async (t) => {
    const { run } = await open(t, newPlace, 5);
    const { text } = await run('--limit', '2', '--page', '2');
    assert.deepEqual(text.match(/comment \d/g), ['comment 3', 'comment 2']);
    assert.match(
      await (
        await run('--limit=3', '--page=2')
      ).text,
      /comment 1.*Ivan Bondar.*attachment: \.\.\/cv\.pdf \(1000 bytes\)/s,
    );
  });

  it('saves an attachment under the name that is given, and replaces no file', async (t) => {
    const { folder, id, run } = await open(t, newPlace, 0);
    const target = join(folder, 'saved.pdf');
    assert.equal((await run('--save', id, target)).code, 0);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    assert.deepEqual(readFileSync(target), pdf());
    assert.match((await run('--save', id, target)).text, /exists already/);
    assert.match((await run('--save', '800', target)).text, /There is no message 800/);
  });

  it('prints its usage for wrong arguments', async (t) => {
    const { run } = await open(t, newPlace, 1);
    for (const args of [['--limit', '0'], ['--limit', 'all'], ['--page', '-1'], ['--no'], ['stray'], ['--save', 'x']]) {
      const { code, text } = await run(...args);
      assert.equal(code, 1, args.join(' '));
      assert.match(text, /^Usage: npm run inbox/);
    }
  });
});
