import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/homebrew/sbin'];
/** The path of a program that is on the machine already. */
export const findProgram = (program: string) =>
  folders.map((folder) => `${folder}/${program}`).find((path) => existsSync(path));

let tried = false;

/** Debian's packages, where this may install and it takes a moment only. */
function install(): void {
  if (tried || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  tried = true;
  console.log('  apt-get install redis-server nginx-light, for the test of several copies');
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: 90_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const packages = ['install', '-y', '-qq', '--no-install-recommends', 'redis-server', 'nginx-light'];
  if (!apt(...packages)) void (apt('update', '-qq') && apt(...packages));
}

/** The paths of programs; null, with what is missing in `message`, where there is none to be had. */
export function findPrograms<Name extends string>(
  ...programs: Name[]
): { paths: Record<Name, string>; message: null } | { paths: null; message: string } {
  if (programs.some((program) => !findProgram(program))) install();
  const missing = programs.filter((program) => !findProgram(program));
  if (missing.length > 0) return { paths: null, message: `there is no ${missing.join(' and no ')} here` };
  return {
    paths: Object.fromEntries(programs.map((program) => [program, findProgram(program)])) as Record<Name, string>,
    message: null,
  };
}
