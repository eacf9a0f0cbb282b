import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { runCommand, runCommandByName } from '#server/embedded/commands/run-command.ts';
import { newSqlite } from '../../../../support/databases.ts';

/** Returns the lines that are written to standard error. */
function watchErrors(t: TestContext): string[] {
  const lines: string[] = [];
  t.mock.method(console, 'error', (line: string) => void lines.push(line));
  return lines;
}

it('a command warns of a variable that is probably misspelt, on standard error', async (t) => {
  const lines = watchErrors(t);
  const code = await runCommandByName(['licence', 'show', 'nobody@example.org'], {
    DATA_DRI: '/srv',
    DATA_DIR: '/nowhere',
  });
  assert.deepEqual(
    [code, ...lines],
    [
      1,
      'DATA_DRI is not a variable of this site and is ignored: did you mean DATA_DIR?',
      'There is no licence yet: there is no database in /nowhere.',
    ],
  );
});

it('a name of no command prints the names of all commands', async (t) => {
  const lines = watchErrors(t);
  for (const args of [[], ['unknown'], ['constructor']]) assert.equal(await runCommandByName(args, {}), 1);
  assert.equal(lines.length, 3);
  for (const line of lines) assert.match(line, /^Usage: inbox\|mail\|/);
});

it('a command that is asked for its usage prints it on standard output, and ends with exit code 0', async (t) => {
  const errors = watchErrors(t);
  const lines: string[] = [];
  t.mock.method(console, 'log', (line: string) => void lines.push(line));
  // A wrong configuration is not read.
  for (const name of ['inbox', 'mail', 'licence', 'desk', 'news', 'backup', 'restore'])
    for (const help of ['--help', '-h']) {
      assert.equal(await runCommandByName([name, help], { PORT: 'x' }), 0, name);
      assert.ok(lines.pop()?.startsWith(`Usage: npm run ${name}`), name);
    }
  assert.equal(await runCommandByName(['desk', 'orders', 'list', '--help'], {}), 0);
  assert.match(lines.pop() ?? '', /^Usage: npm run desk/);
  assert.equal(await runCommandByName(['--help'], {}), 0);
  assert.match(lines.pop() ?? '', /^Usage: inbox\|mail\|/);
  assert.deepEqual([lines, errors], [[], []]);
});

it('the configuration is read only by a command that needs it, and its errors are printed as they are', async (t) => {
  const lines = watchErrors(t);
  assert.equal(await runCommandByName(['licence', 'forge'], { PORT: 'x' }), 1);
  assert.equal(await runCommandByName(['licence', 'show'], { PORT: 'x' }), 1);
  assert.match(lines[0] ?? '', /^Usage: npm run licence/);
  assert.match(lines[1] ?? '', /^PORT="x"/);
});

it('an error of the database names the setting, and any other error its own message', async (t) => {
  const lines = watchErrors(t);
  const place = await newSqlite(t);
  const fail = (error: Error) =>
    runCommand(
      (_args, readPlace) => {
        readPlace();
        return Promise.reject(error);
      },
      [],
      () => place,
    );
  await fail(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  await fail(new Error('unexpected'));
  assert.match(lines[0] ?? '', /^DATA_DIR="[^"]+" cannot be used: .* \(no space\)\.$/);
  assert.equal(lines[1], 'That could not be done: unexpected.');
});
