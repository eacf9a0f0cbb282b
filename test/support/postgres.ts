import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Debian keeps the programs of each version apart; elsewhere they are in the PATH. */
const folders = [...globSync('/usr/lib/postgresql/*/bin').sort().reverse(), ...(process.env['PATH'] ?? '').split(':')];
const programs = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));

/** Why no PostgreSQL can be started, said on the standard error output too; false where one can be. */
export function missingPostgres(): string | false {
  if (programs) return false;
  const reason = 'PostgreSQL is not installed (Debian: apt-get install postgresql): nothing is tested on it';
  console.error(`\n!!! ${reason}\n`);
  return reason;
}

/** PostgreSQL refuses to run as root: an account of the system runs it then. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, name: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  try {
    return { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') };
  } catch {
    return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') };
  }
}

/** The databases of one server of tests need less. */
const enoughBytes = 2 * 1024 ** 3;

/** A folder in memory where Linux has one with room: an empty database is made there in an eighth of the time. */
function findParent(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) > enoughBytes ? memory : tmpdir();
}

export interface PostgresServer {
  /** Makes an empty database; answers its address. */
  createDatabase(): Promise<string>;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its folder. */
  end(): Promise<void>;
}

/** A server of its own, that listens on a socket in its folder and on no port. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(findParent(), 'pg-'));
  const user = findUser();
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const path of [folder, data]) if (user) chownSync(path, user.uid, user.gid);
  const options = ['-A', 'trust', '-U', 'site', '-E', 'UTF8', '--no-sync', '--locale=C'];
  execFileSync(join(programs ?? '', 'initdb'), [...options, '-D', data], { ...user, cwd: folder, stdio: 'pipe' });
  const addressOf = (name: string) => `postgres://site@localhost/${name}?host=${encodeURIComponent(folder)}`;

  async function query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: addressOf('postgres') });
    // A server that ends in the middle of a query says so twice.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(text);
    await client.end();
  }

  function run() {
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=60'];
    return spawn(join(programs ?? '', 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
  }
  let server = run();

  async function waitForAnswer(): Promise<void> {
    for (const deadline = Date.now() + 60_000; ; await wait(50)) {
      try {
        await query('SELECT 1');
        return;
      } catch (error) {
        if (Date.now() > deadline || server.exitCode !== null) throw error;
      }
    }
  }
  await waitForAnswer();

  async function stop(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  return {
    async createDatabase() {
      const name = `site_${randomUUID().replaceAll('-', '')}`;
      await query(`CREATE DATABASE ${name} STRATEGY file_copy`);
      return addressOf(name);
    },
    kill: () => stop('SIGQUIT'),
    async start() {
      server = run();
      await waitForAnswer();
    },
    async end() {
      await stop('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
