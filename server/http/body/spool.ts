import { createHash, randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { propertyOf } from '#shared/property-of.ts';
import { RequestError } from './request-error.ts';

/** A body on disk instead of in memory; `await using` closes and removes it. */
export interface Spool extends AsyncDisposable {
  bytes: number;
  sha256: string;
  read(position: number, length: number): Promise<Buffer>;
  /** The content in pieces of `size` bytes; the last piece may be shorter. */
  pieces(size: number): AsyncGenerator<Buffer>;
}

type Source = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Writes a source to disk while it is received. Throws a RequestError: 413 with the key `tooLarge` when the source is
 * longer than `maxBytes`, 503 when all bodies together, or several of one sender, take too much space or the disk
 * reports an error. The sender is a client by the name of clientKeyOf(); without one only the total is limited.
 */
export type Spooler = (source: Source, maxBytes: number, tooLarge: string, sender?: string) => Promise<Spool>;

/**
 * The space of all bodies together, in bytes, by the process or thread that reads them. Both fit into the 100 MB of
 * /tmp that deploying.md asks for. The site has room for four attachments of the maximum length, and the embedded
 * backend for four calls with such an attachment, which is a third longer in base64.
 */
export const spoolBytes = { site: 40 * 1024 * 1024, embedded: 56 * 1024 * 1024 };

/** The part of the site's space that one sender may take, so that slow uploads of one keep nobody else from theirs. */
const senderBytes = spoolBytes.site / 4;

interface Options {
  /** The limit of all bodies together. */
  maxTotalBytes?: number;
  /** The limit of all bodies of one sender; a single body may be longer. */
  maxSenderBytes?: number;
  folder?: string;
  /** Called when the disk cannot store a body. */
  onDiskFault?(error: unknown): void;
}

/** Small chunks are joined, because each write to a file costs the same, whatever its size. */
const minWriteBytes = 64 * 1024;
const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EMFILE', 'ENFILE', 'EFBIG', 'ENOENT']);

/** Opens a file that is already deleted, so that no data of a visitor remain, even when the process crashes. */
async function openUnlinkedFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Joins small chunks to pieces; `onChunk` is called with each chunk before it waits in memory. */
async function* joinChunks(source: Source, onChunk: (bytes: number) => void): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    onChunk(chunk.length);
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < minWriteBytes) continue;
    yield Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

function openSpool(file: FileHandle, bytes: number, sha256: string, release: () => void): Spool {
  const read = async (position: number, length: number) => {
    const buffer = Buffer.allocUnsafe(Math.min(length, bytes - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead < buffer.length) throw new Error('a spooled file is shorter than what was written to it');
    return buffer;
  };
  async function* pieces(size: number) {
    for (let position = 0; position < bytes; position += size) yield await read(position, size);
  }
  return {
    bytes,
    sha256,
    read,
    pieces,
    async [Symbol.asyncDispose]() {
      release();
      await file.close();
    },
  };
}

/** Counts the space that bodies take, in total and by sender. */
function createSpace({ maxTotalBytes = spoolBytes.site, maxSenderBytes = senderBytes }: Options) {
  let totalBytes = 0;
  const bytesBySender = new Map<string, number>();

  function count(sender: string | undefined, change: number): void {
    totalBytes += change;
    if (sender === undefined) return;
    const bytes = (bytesBySender.get(sender) ?? 0) + change;
    if (bytes > 0) bytesBySender.set(sender, bytes);
    else bytesBySender.delete(sender);
  }

  /** Opens the count of one body. `take` throws a RequestError when there is no room; nothing is taken then. */
  return function openCount(sender: string | undefined) {
    let bytes = 0;
    const release = () => {
      count(sender, -bytes);
      bytes = 0;
    };
    function take(length: number): void {
      bytes += length;
      count(sender, length);
      const ofSender = bytesBySender.get(sender ?? '') ?? 0;
      const isAboveShare = sender !== undefined && ofSender > maxSenderBytes && ofSender > bytes;
      if (totalBytes <= maxTotalBytes && !isAboveShare) return;
      // At once, so that two bodies that fill the space together are not both refused.
      release();
      throw new RequestError(503, 'busy');
    }
    return { take, release };
  };
}

/** Creates a spooler with one limit of disk space for all bodies that are being read or handled. */
export function createSpooler(options: Options): Spooler {
  const { folder = tmpdir(), onDiskFault } = options;
  const openCount = createSpace(options);

  function toRequestError(error: unknown): unknown {
    if (!diskFaults.has(String(propertyOf(error, 'code')))) return error;
    onDiskFault?.(error);
    return new RequestError(503, 'busy');
  }

  return async (source, maxBytes, tooLarge, sender) => {
    let bytes = 0;
    let file: FileHandle | undefined;
    const { take, release } = openCount(sender);
    const takeChunk = (length: number) => {
      bytes += length;
      if (bytes > maxBytes) throw new RequestError(413, tooLarge);
      take(length);
    };
    try {
      file = await openUnlinkedFile(folder);
      const hash = createHash('sha256');
      for await (const piece of joinChunks(source, takeChunk)) {
        hash.update(piece);
        await file.writeFile(piece);
      }
      return openSpool(file, bytes, hash.digest('base64url'), release);
    } catch (error) {
      release();
      await file?.close();
      throw toRequestError(error);
    }
  };
}
