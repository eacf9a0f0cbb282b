import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { clientKeyOf } from '../client-key.ts';
import { chunksOf } from './chunks-of.ts';
import { checkDeclaredLength, discardBody, pipeRequest } from './read.ts';
import { AlreadyRespondedError, RequestError } from './request-error.ts';
import type { Spool, Spooler } from './spool.ts';

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
  /** Skips a file that is too large, to return the fields after it; the form may be `skipFactor` times as long then. */
  skipLargeFile?: boolean;
}

/** Browsers encode only the quotation marks in a file's name, as %22. */
const decodeName = (name: string) => name.replaceAll('%22', '"');

const fileTooLarge = () => new RequestError(413, 'fileSize');

/** The maximum length of the parts' headers and the boundaries, in bytes. */
const framingBytes = 16 * 1024;
/** A form whose file is skipped may be this many times longer than its limit. */
const skipFactor = 3;

function createParser(request: Request, { fileBytes, fieldBytes, fields }: MultipartLimits): BusboyInstance {
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
    // Busboy itself throws where the content type is missing.
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    discardBody(request);
    throw new RequestError(400, 'badRequest');
  }
}

interface Parts {
  fields: Record<string, string>;
  upload?: Promise<Upload>;
  stream?: BusboyFileStream;
}

/** Collects the fields; `refuse` ends the reading. */
function collectFields(parser: BusboyInstance, parts: Parts, refuse: (error: RequestError) => void): void {
  const refuseForm = () => refuse(new RequestError(400, 'badRequest'));
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (!Object.hasOwn(parts.fields, name)) parts.fields[name] = value;
    if (valueTruncated) refuse(new RequestError(413, 'tooLarge'));
  });
  for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit', 'error'] as const) parser.on(event, refuseForm);
}

/** Writes the file to disk while it is received. */
function collectFile(
  parser: BusboyInstance,
  parts: Parts,
  { fileField, fileBytes, skipLargeFile }: MultipartLimits,
  { spool, sender, refuse }: { spool: Spooler; sender: string; refuse: (error: Error) => void },
): void {
  parser.on('file', (name, file, fileName, _encoding, type) => {
    // The parser reports a broken part twice. The error of the parser itself is handled, so this one is ignored.
    file.on('error', () => undefined);
    // For an empty file input, browsers send a file without a name.
    if (name !== fileField || !fileName) {
      file.resume();
      return;
    }
    parts.stream = file;
    if (!skipLargeFile) file.once('limit', () => refuse(fileTooLarge()));
    parts.upload = spool(chunksOf(file), fileBytes, 'fileSize', sender).then(async (content) => {
      if (!file.truncated) return { name: decodeName(fileName), type, content };
      await content[Symbol.asyncDispose]();
      throw fileTooLarge();
    });
    parts.upload.catch((error: Error) => {
      if (!skipLargeFile || !file.truncated) refuse(error);
    });
  });
}

/**
 * Reads a form with at most one file. The file is written to disk while it is received; the caller disposes of its
 * content. Throws a RequestError with the fields read so far, as soon as the body is known to be invalid, or an
 * AlreadyRespondedError.
 */
export async function readMultipart(request: Request, limits: MultipartLimits, spool: Spooler): Promise<MultipartForm> {
  const maxBytes = limits.fileBytes + limits.fieldBytes * 2 + framingBytes;
  if (!limits.skipLargeFile) checkDeclaredLength(request, maxBytes, 'fileSize');
  const parser = createParser(request, limits);
  const parts: Parts = { fields: {} };
  try {
    await new Promise<void>((resolve, reject) => {
      collectFields(parser, parts, reject);
      collectFile(parser, parts, limits, { spool, sender: clientKeyOf(request), refuse: reject });
      parser.on('finish', resolve);
      let bytes = 0;
      function count({ length }: Buffer): void {
        bytes += length;
        if (bytes <= (limits.skipLargeFile ? maxBytes * skipFactor : maxBytes)) return;
        request.off('data', count);
        reject(fileTooLarge());
      }
      request.on('data', count);
      pipeRequest(request, parser, reject);
    });
    return { fields: parts.fields, upload: (await parts.upload) ?? null };
  } catch (error) {
    discardBody(request);
    parts.stream?.destroy();
    await parts.upload?.then(
      ({ content }) => content[Symbol.asyncDispose](),
      () => undefined,
    );
    if (error instanceof AlreadyRespondedError) throw error;
    if (!(error instanceof RequestError)) throw new RequestError(400, 'badRequest', parts.fields);
    throw new RequestError(error.status, error.key, parts.fields);
  }
}

/**
 * Reads only the fields of a form that is refused; returns those before the place at which the form cannot be read.
 * Throws an AlreadyRespondedError.
 */
export async function readFields(
  request: Request,
  limits: MultipartLimits,
  spool: Spooler,
): Promise<Record<string, string>> {
  try {
    return (await readMultipart(request, { ...limits, fileField: '', skipLargeFile: true }, spool)).fields;
  } catch (error) {
    if (error instanceof RequestError) return error.fields;
    throw error;
  }
}
