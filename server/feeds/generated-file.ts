import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { matchesEtag, weakEtag } from '#server/http/etag.ts';
import { siteRequestOf } from '#server/http/request-context.ts';

/** A text that this server has made, with its compressed forms, each of which is made when it is first wanted. */
interface GeneratedFile {
  body: string;
  etag: string;
  br?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const compress = {
  br: (body: string) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: string) => zip(body),
};

export const createFile = (body: string): GeneratedFile => ({ body, etag: weakEtag(body) });

/**
 * Returns a function that returns the generated file of a list of news. Each file is printed and compressed only once
 * for each list, because that takes milliseconds and anyone may request the file many times. The file is released
 * together with its list. `name` is the same for all requests of one file.
 */
export function createNewsFiles() {
  const files = new WeakMap<object, Map<string, Promise<GeneratedFile>>>();
  return (news: object, name: string, print: () => string | Promise<string>): Promise<GeneratedFile> => {
    const ofNews = files.get(news) ?? new Map<string, Promise<GeneratedFile>>();
    files.set(news, ofNews);
    const existing = ofNews.get(name);
    if (existing) return existing;
    const file = Promise.resolve(print()).then(createFile);
    ofNews.set(name, file);
    // The list may be in use for a day: the next request tries again.
    file.catch(() => ofNews.delete(name));
    return file;
  };
}

/** Sends a generated file as text in UTF-8, or 304 when the client already has it. */
export async function sendFile(req: Request, res: Response, file: GeneratedFile, type: string): Promise<void> {
  res.set({ 'Content-Type': `${type}; charset=utf-8`, ETag: file.etag });
  if (matchesEtag(req.headers['if-none-match'], file.etag)) {
    res.status(304).end();
    return;
  }
  const { encoding } = siteRequestOf(res);
  if (encoding === 'identity') {
    res.send(file.body);
    return;
  }
  // A client that accepts zstd also accepts brotli.
  const form = encoding === 'gzip' ? 'gzip' : 'br';
  file[form] ??= compress[form](file.body);
  res.set('Content-Encoding', form).send(await file[form]);
}
