import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openDatabase } from '#server/embedded/database.ts';
import { runInbox } from '#server/embedded/inbox-command.ts';
import { pdf } from '../../../support/contact.ts';

/** A folder with so many comments and one message with an attachment; `run` answers the exit code and what was printed. */
function open(t: TestContext, comments: number) {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const database = openDatabase(dataDir);
  const insert = database.prepare("INSERT INTO comments (news_id, author, content, date) VALUES ('1', 'Olha', ?, ?)");
  for (let count = 1; count <= comments; count += 1)
    insert.run(`comment ${count}.`, new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString());
  database
    .prepare(
      "INSERT INTO messages VALUES (7, 'Ivan', 'Bondar', 'ivan@steppe.example', 'Hello', '2025-01-01T10:00:00Z', '../cv.pdf', ?)",
    )
    .run(pdf());
  database.close();
  const run = (...args: string[]) => {
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const mocks = [t.mock.method(console, 'log', print), t.mock.method(console, 'error', print)];
    const code = runInbox(args, dataDir);
    for (const { mock } of mocks) mock.restore();
    return { code, text: printed.join('\n') };
  };
  return { folder, dataDir, run };
}

describe('npm run inbox', () => {
  it('lists the newest 50, and says that there are more', (t) => {
    const { run } = open(t, 60);
    const { code, text } = run();
    assert.equal(code, 0);
    assert.equal(text.match(/comment \d+\./g)?.length, 50);
    assert.match(text, /comment 60\..*comment 11\./s);
    assert.match(text, /Page 1 of 2, 61 entries in all/);
  });

  it('lists other pages of another size', (t) => {
    const { run } = open(t, 5);
    const { text } = run('--limit', '2', '--page', '2');
    assert.deepEqual(text.match(/comment \d/g), ['comment 3', 'comment 2']);
    assert.match(
      run('--limit=3', '--page=2').text,
      /comment 1.*Ivan Bondar.*attachment: \.\.\/cv\.pdf \(1000 bytes\)/s,
    );
  });

  it('saves an attachment under the name that is given, and replaces no file', (t) => {
    const { folder, run } = open(t, 0);
    const target = join(folder, 'saved.pdf');
    assert.equal(run('--save', '7', target).code, 0);
    assert.deepEqual(readFileSync(target), pdf());
    assert.match(run('--save', '7', target).text, /exists already/);
    assert.match(run('--save', '8', target).text, /There is no message 8/);
  });

  it('explains itself when it is asked wrongly', (t) => {
    const { run } = open(t, 1);
    for (const args of [['--limit', '0'], ['--limit', 'all'], ['--page', '-1'], ['--no'], ['stray'], ['--save', 'x']]) {
      const { code, text } = run(...args);
      assert.equal(code, 1, args.join(' '));
      assert.match(text, /^Usage: npm run inbox/);
    }
  });
});
