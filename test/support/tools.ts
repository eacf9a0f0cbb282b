import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin', '/opt/homebrew/sbin'];
/** The path of a program that is on the machine already. */
export const findProgram = (program: string) =>
  folders.map((folder) => `${folder}/${program}`).find((path) => existsSync(path));

/** The packages of Debian and Ubuntu that hold the programs. */
const packageOf: Record<string, string> = { nginx: 'nginx-light', promtool: 'prometheus' };

/** Installs missing programs if the user may do that, so that no test is skipped. */
function install(programs: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const names = programs.map((program) => packageOf[program] ?? program);
  console.log(`  apt-get install ${names.join(' ')}, for this test`);
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      timeout: 90_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const packages = ['install', '-y', '-qq', '--no-install-recommends', ...names];
  if (!apt(...packages)) void (apt('update', '-qq') && apt(...packages));
}

/** The paths of programs; null, with what is missing in `message`, where there is none to be had. */
export function findPrograms<Name extends string>(
  ...programs: Name[]
): { paths: Record<Name, string>; message: null } | { paths: null; message: string } {
  const isMissing = (program: string) => !findProgram(program);
  if (programs.some(isMissing)) install(programs.filter(isMissing));
  const missing = programs.filter(isMissing);
  if (missing.length > 0) {
    const message = `there is no ${missing.join(' and no ')} here`;
    console.error(`\n  NOT RUN: ${message}\n`);
    return { paths: null, message };
  }
  return {
    paths: Object.fromEntries(programs.map((program) => [program, findProgram(program)])) as Record<Name, string>,
    message: null,
  };
}
