import assert from 'node:assert/strict';
import type { Served } from './serve.ts';

/** One line, of whatever kind, that says what was answered. */
export async function assertLogged({ logged }: Served, status: number) {
  const isIt = (line: Record<string, unknown>) =>
    [line, line['request']].some((fields) => (fields as { status?: number } | undefined)?.status === status);
  for (let tries = 0; tries < 40 && !logged.some(isIt); tries += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  assert.ok(logged.some(isIt), `a line with status ${status}`);
}
