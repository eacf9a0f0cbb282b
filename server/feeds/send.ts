import type { Request, Response } from 'express';
import { matchesEtag, weakEtag } from '#server/http/etag.ts';

interface File {
  /** A media type; text is sent as UTF-8. */
  type: string;
  body: string;
  maxAgeSeconds: number;
}

/** Sends a generated file, or 304 when the client already has it. */
export function sendFile(req: Request, res: Response, { type, body, maxAgeSeconds }: File): void {
  const etag = weakEtag(body);
  res.set({
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    ETag: etag,
  });
  if (matchesEtag(req.headers['if-none-match'], etag)) res.status(304).end();
  else res.send(body);
}
