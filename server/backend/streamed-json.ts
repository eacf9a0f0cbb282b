import type { Spool } from '#server/http/body/spool.ts';

/** A JSON text that is made while it is sent, so that a file in it is never whole in memory. */
export class StreamedJson {
  readonly bytes: number;
  readonly chunks: () => AsyncGenerator<string>;

  constructor(bytes: number, chunks: () => AsyncGenerator<string>) {
    this.bytes = bytes;
    this.chunks = chunks;
  }
}

/** Whole groups of three bytes, so that the pieces' base64 joins without padding between them. */
const pieceBytes = 3 * 64 * 1024;

/** `value` with one more field, `attachment`: its name, its type, and its content as base64 (server/backend/README.md). */
export function jsonWithAttachment(
  value: object,
  { name, type }: { name: string; type: string },
  content: Spool,
): StreamedJson {
  const start = `${JSON.stringify({ ...value, attachment: { name, type } }).slice(0, -'}}'.length)},"data":"`;
  const end = '"}}';
  const base64Bytes = 4 * Math.ceil(content.bytes / 3);
  return new StreamedJson(Buffer.byteLength(start) + base64Bytes + end.length, async function* () {
    yield start;
    for await (const piece of content.pieces(pieceBytes)) yield piece.toString('base64');
    yield end;
  });
}
