import type { Served } from './serve.ts';
import { until } from './until.ts';

/** One line, of whatever kind, that says what was answered. */
export async function assertLogged({ logged }: Served, status: number) {
  const isIt = (line: Record<string, unknown>) =>
    [line, line['request']].some((fields) => (fields as { status?: number } | undefined)?.status === status);
  await until(`a line with status ${status}`, () => logged.some(isIt));
}
