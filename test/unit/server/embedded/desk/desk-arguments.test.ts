import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseDeskArguments, usage } from '#server/embedded/desk/desk-arguments.ts';
import { CommandError } from '#server/embedded/lib/command-error.ts';

/** Returns the first line of the error for arguments that are refused; null for others. */
function refusalOf(args: string[]): string | null {
  try {
    parseDeskArguments(args);
    return null;
  } catch (error) {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /\n\nUsage: npm run desk/);
    return error.message.split('\n')[0] ?? '';
  }
}

describe('the arguments of npm run desk', () => {
  it('are refused if there are more of them than their command takes', () => {
    for (const [name, args, surplus] of [
      ['people erase', ['a@b.example', 'c@d.example', '--yes'], 'c@d.example'],
      ['people export', ['a@b.example', 'file.json', 'c@d.example'], 'c@d.example'],
      ['sessions end', ['a@b.example', 'c@d.example'], 'c@d.example'],
      ['messages list', ['foo', 'bar'], 'foo bar'],
      ['comments list', ['held'], 'held'],
      ['orders list', ['success'], 'success'],
      ['licences list', ['7'], '7'],
      ['news list', ['draft'], 'draft'],
      ['audit-log list', ['7'], '7'],
      ['news versions', ['one', 'two'], 'two'],
      ['news return', ['one', '2', '3'], '3'],
    ] as const)
      assert.equal(refusalOf([...name.split(' '), ...args]), `${name} has too many arguments: ${surplus}`);
  });

  it('are refused if there is an option and no whole command', () => {
    assert.equal(refusalOf(['messages', '--yes']), 'messages has no option --yes.');
    assert.throws(() => parseDeskArguments(['--yes']), new CommandError(usage));
  });

  it('may be as many ids, orders or addresses as there are', () => {
    for (const name of ['messages answer', 'comments hide', 'licences resend', 'mail send-again', 'orders history'])
      assert.equal(refusalOf([...name.split(' '), '1', '2', '3']), null, name);
    assert.equal(refusalOf(['news', 'publish', 'one', 'two', 'three']), null);
  });

  it('take a date, or a date with a time, as --since', () => {
    const since = (text: string) => parseDeskArguments(['messages', 'list', '--since', text]).since;
    assert.equal(since('2026-11-01'), '2026-11-01T00:00:00.000Z');
    assert.equal(since('2026-11-01T10:00Z'), '2026-11-01T10:00:00.000Z');
    assert.equal(since('2026-11-01T10:00:05.5+02:00'), '2026-11-01T08:00:05.500Z');
    for (const text of [
      '1',
      '2026',
      '2026-11',
      '11/01/2026',
      '1 November 2026',
      '2026-11-01 10:00',
      '2026-13-01',
      '2026-02-30',
      '2026-02-30T10:00Z',
      '2026-11-01T',
      '2026-11-01T25:00Z',
      '2026-11-01Tnoon',
    ])
      assert.equal(
        refusalOf(['messages', 'list', '--since', text]),
        `--since must be a date such as 2026-11-01: ${text}`,
      );
  });
});
