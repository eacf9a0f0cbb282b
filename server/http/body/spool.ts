import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestError } from './request-error.ts';

/** What a visitor has sent, on disk instead of in memory; `await using` closes it. */
export interface Spool extends AsyncDisposable {
  bytes: number;
  sha256: string;
  read(position: number, length: number): Promise<Buffer>;
  /** Its content in pieces; every piece but the last has `size` bytes. */
  pieces(size: number): AsyncGenerator<Buffer>;
}

/** The file has no name from the start, so nothing of a visitor stays behind, whatever happens to the process. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

async function fill(
  file: FileHandle,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  mostBytes: number,
  tooLarge: string,
) {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RequestError(413, tooLarge);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return { bytes, sha256: hash.digest('base64url') };
}

/** Writes a source to disk as it comes, at the speed of the disk; one byte over the limit ends it at once. */
export async function spool(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  mostBytes: number,
  tooLarge: string,
): Promise<Spool> {
  const file = await openNameless();
  try {
    const { bytes, sha256 } = await fill(file, source, mostBytes, tooLarge);

    const read = async (position: number, length: number) => {
      const buffer = Buffer.allocUnsafe(Math.min(length, bytes - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead < buffer.length) throw new Error('a spooled file is shorter than what was written to it');
      return buffer;
    };
    async function* pieces(size: number) {
      for (let position = 0; position < bytes; position += size) yield await read(position, size);
    }
    return { bytes, sha256, read, pieces, [Symbol.asyncDispose]: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}
