import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { freePort, killAfter, temporaryFolder, type Cleanup } from './process.ts';
import { findPrograms } from './tools.ts';
import { until } from './until.ts';

const { paths, message } = findPrograms('redis-server');

/** The reason why tests with Redis are skipped. */
export const missingRedis = message;

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A Redis with an empty memory. */
export async function startRedis(
  t: Cleanup,
  port?: number,
): Promise<{ url: string; port: number; child: ChildProcess }> {
  const at = port ?? (await freePort());
  const child = spawn(
    paths?.['redis-server'] ?? '',
    [
      '--port',
      String(at),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      await temporaryFolder(t),
    ],
    { stdio: 'ignore' },
  );
  killAfter(t, child);
  await until('Redis takes connections', () => takesConnections(at));
  return { url: `redis://127.0.0.1:${at}`, port: at, child };
}
