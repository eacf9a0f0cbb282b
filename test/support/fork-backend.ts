import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import type { DatabasePlace } from '#server/embedded/storage/storage.ts';
import { folderOfProcess, killAfter, type Cleanup } from './process.ts';
import { builtTextsFolder } from './texts.ts';

const folder = folderOfProcess();

/** Bundles a file of this folder with all that it imports: it starts in a third of the time. */
async function bundle(name: string): Promise<string> {
  const outfile = join(folder, `${basename(name, '.ts')}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, name)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['sharp', 'pg-native'],
    // The files of this folder compute the path of the repository from import.meta.dirname.
    define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
    banner: { js: "import{createRequire as _r}from'node:module';const require=_r(import.meta.url);" },
  });
  return outfile;
}

const bundles = new Map<string, Promise<string>>();

export interface BackendProcess {
  origin: string;
  child: ChildProcess;
}

/**
 * Runs a file of this folder that is a backend over a database, in a process that a test may kill; it sends its
 * address. Rejects if it ends before.
 */
export async function forkBackend(
  t: Cleanup,
  name: string,
  { dataDir, databaseUrl }: DatabasePlace,
  env: Record<string, string> = {},
): Promise<BackendProcess> {
  if (!bundles.has(name)) bundles.set(name, bundle(name));
  const child = fork(String(await bundles.get(name)), [dataDir, databaseUrl ?? ''], {
    env: { ...process.env, BUILT_TEXTS: builtTextsFolder, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  killAfter(t, child);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended`)));
  ended.catch(() => undefined);
  const [origin] = (await Promise.race([once(child, 'message'), ended])) as [string];
  return { origin, child };
}
