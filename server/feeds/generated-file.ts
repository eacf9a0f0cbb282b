import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { matchesEtag, weakEtag } from '#server/http/etag.ts';
import { siteRequestOf } from '#server/http/request-context.ts';

type CompressedForm = 'br' | 'gzip';

/** A text that this server has made. */
interface GeneratedFile {
  body: string;
  etag: string;
  /** Returns the compressed text, which is made at the first call; rejects when the compression fails. */
  compressed(form: CompressedForm): Promise<Buffer>;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const defaultCompress: Record<CompressedForm, (body: string) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => zip(body),
};

export function createFile(body: string, compress = defaultCompress): GeneratedFile {
  const forms: Partial<Record<CompressedForm, Promise<Buffer>>> = {};
  return {
    body,
    etag: weakEtag(body),
    compressed(form) {
      const existing = forms[form];
      if (existing) return existing;
      const compressed = compress[form](body);
      forms[form] = compressed;
      // The file may be in use for a day or longer: the next request tries again.
      compressed.catch(() => delete forms[form]);
      return compressed;
    },
  };
}

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
    const file = Promise.resolve(print()).then((body) => createFile(body));
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
  const compressed = await file.compressed(form);
  // Set only now, because the error page after a failed compression is not compressed in this form.
  res.set('Content-Encoding', form).send(compressed);
}
