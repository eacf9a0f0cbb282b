import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { checkDeclaredLength, drain, pour } from './read.ts';
import { RequestError } from './request-error.ts';
import { spool, type Spool } from './spool.ts';

export interface Upload {
  name: string;
  type: string;
  content: Spool;
}

export interface MultipartForm {
  fields: Record<string, string>;
  upload: Upload | null;
}

export interface MultipartLimits {
  /** The one field that may hold a file. */
  fileField: string;
  fileBytes: number;
  fieldBytes: number;
  fields: number;
  /** Reads past a file that is too large, within reason, for the fields behind it: somebody has typed them. */
  patient?: boolean;
}

/** Browsers write a quotation mark in a file's name so, and nothing else. */
const readName = (name: string) => name.replaceAll('%22', '"');

const tooLarge = () => new RequestError(413, 'fileSize');

/** What the parts' own headers and the boundaries may add. */
const framingBytes = 16 * 1024;
/** How much more than it may be a file is read past: a film chosen by mistake is not. */
const patience = 3;

function openParser(request: IncomingMessage, { fileBytes, fieldBytes, fields }: MultipartLimits): BusboyInstance {
  try {
    const limits = {
      fileSize: fileBytes,
      fieldSize: fieldBytes,
      fields,
      files: 1,
      parts: fields + 1,
      headerPairs: 20,
      headerSize: 4096,
    };
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    drain(request);
    throw new RequestError(400, 'badRequest');
  }
}

/**
 * Reads a form with at most one file. The file goes to disk as it comes; whoever gets it disposes of its content.
 * Throws a RequestError, with the fields read so far, as soon as the body is known to be unusable.
 */
export async function readMultipart(request: IncomingMessage, limits: MultipartLimits): Promise<MultipartForm> {
  const most = limits.fileBytes + limits.fieldBytes * 2 + framingBytes;
  if (!limits.patient) checkDeclaredLength(request, most, 'fileSize');
  const parser = openParser(request, limits);
  const fields: Record<string, string> = {};
  let stream: BusboyFileStream | undefined;
  let upload: Promise<Upload> | undefined;

  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = () => reject(new RequestError(400, 'badRequest'));
      parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
        if (!Object.hasOwn(fields, name)) fields[name] = value;
        if (valueTruncated) reject(new RequestError(413, 'tooLarge'));
      });
      parser.on('file', (name, file, fileName, _encoding, type) => {
        // The parser reports a broken part twice, here perhaps before anybody reads it: its own error is enough.
        file.on('error', () => undefined);
        // A form whose file was left empty sends a file without a name.
        if (name !== limits.fileField || !fileName) {
          file.resume();
          return;
        }
        stream = file;
        if (!limits.patient) file.once('limit', () => reject(tooLarge()));
        upload = spool(file as AsyncIterable<Buffer>, limits.fileBytes, 'fileSize').then(async (content) => {
          if (!file.truncated) return { name: readName(fileName), type, content };
          await content[Symbol.asyncDispose]();
          throw tooLarge();
        });
        upload.catch((error: Error) => {
          if (!limits.patient || !file.truncated) reject(error);
        });
      });
      parser.on('filesLimit', refuse);
      parser.on('fieldsLimit', refuse);
      parser.on('partsLimit', refuse);
      parser.on('error', refuse);
      parser.on('finish', resolve);
      let bytes = 0;
      request.on('data', ({ length }: Buffer) => {
        bytes += length;
        if (bytes > (limits.patient ? most * patience : most)) reject(tooLarge());
      });
      pour(request, parser, reject);
    });
    return { fields, upload: (await upload) ?? null };
  } catch (error) {
    drain(request);
    stream?.destroy();
    await upload?.then(
      ({ content }) => content[Symbol.asyncDispose](),
      () => undefined,
    );
    if (!(error instanceof RequestError)) throw new RequestError(400, 'badRequest', fields);
    throw new RequestError(error.status, error.key, fields);
  }
}

/** The fields alone of a form that is not let through; none where it cannot be read. */
export async function readFields(request: IncomingMessage, limits: MultipartLimits): Promise<Record<string, string>> {
  try {
    return (await readMultipart(request, { ...limits, fileField: '', patient: true })).fields;
  } catch (error) {
    return error instanceof RequestError ? error.fields : {};
  }
}
