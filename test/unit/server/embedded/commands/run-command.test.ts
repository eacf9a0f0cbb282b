import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { runCommand } from '#server/embedded/commands/run-command.ts';
import { runLicence } from '#server/embedded/licences/licence-command.ts';

/** Sets a variable that is probably misspelt, and returns the lines on standard error. */
function misspell(t: TestContext): string[] {
  const lines: string[] = [];
  t.mock.method(console, 'error', (line: string) => void lines.push(line));
  process.env['DATA_DRI'] = '/srv';
  t.after(() => {
    delete process.env['DATA_DRI'];
    process.exitCode = undefined;
  });
  return lines;
}

const warning = 'DATA_DRI is not a variable of this site and is ignored: did you mean DATA_DIR?';

it('a command warns of a variable that is probably misspelt, on standard error', async (t) => {
  const lines = misspell(t);
  await runCommand(() => Promise.resolve(0));
  assert.deepEqual(lines, [warning]);
});

it('so does the command for licences', async (t) => {
  const lines = misspell(t);
  await runLicence(['show', 'nobody@example.org'], process.env);
  assert.equal(lines[0], warning);
});
