import type { Served } from './serve.ts';
import { until } from './until.ts';

/** Asserts that a line of the log, of any kind, contains this status. */
export async function assertLogged({ logged }: Served, status: number) {
  const isIt = (line: Record<string, unknown>) =>
    [line, line['request']].some((fields) => (fields as { status?: number } | undefined)?.status === status);
  await until(`a line with status ${status}`, () => logged.some(isIt));
}
