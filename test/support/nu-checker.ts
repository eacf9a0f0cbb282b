import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The checker runs for a few seconds only: optimising its code takes longer than it saves, and so do threads for
 * garbage collection.
 */
const javaOptions = ['-Xss1024k', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

interface Message {
  type: 'error' | 'info' | 'non-document-error';
  subType?: 'warning' | 'fatal';
  url?: string;
  message: string;
  extract?: string;
}

export async function hasJava(): Promise<boolean> {
  try {
    await run('java', ['-version']);
    return true;
  } catch {
    return false;
  }
}

/** Checks documents by the Nu Html Checker, all in one run; returns its errors and warnings. */
export async function checkHtml(documents: Map<string, string>): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'nu-'));
  const names = [...documents.keys()];
  await Promise.all(
    names.map((name, index) => writeFile(join(folder.path, `${index}.html`), documents.get(name) ?? '')),
  );
  const jar = createRequire(import.meta.url)('vnu-jar') as string;
  const args = [...javaOptions, '-jar', jar, '--exit-zero-always', '--format', 'json', '--stdout', folder.path];
  const { stdout } = await run('java', args, { maxBuffer: 64 * 1024 * 1024 });
  const { messages } = JSON.parse(stdout) as { messages: Message[] };
  return messages
    .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
    .map(
      ({ url, message, extract }) =>
        `${names[Number.parseInt(basename(url ?? ''), 10)] ?? '?'}: ${message} … ${extract ?? ''}`,
    );
}
