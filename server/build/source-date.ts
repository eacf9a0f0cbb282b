import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the date of the sources, ISO: SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/),
 * else the date of the commit that is checked out; null if neither is known. The time of the build is not used, because
 * two builds of one commit must have the same bytes.
 */
export async function readSourceDate(
  root: string,
  epoch: string | undefined = process.env['SOURCE_DATE_EPOCH'],
): Promise<string | null> {
  if (epoch && /^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000).toISOString();
  try {
    const { stdout } = await run('git', ['log', '-1', '--format=%cI'], { cwd: root });
    return new Date(stdout.trim()).toISOString();
  } catch {
    return null;
  }
}
