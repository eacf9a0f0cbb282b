import { json, raw, urlencoded, type Request, type RequestHandler, type Response } from 'express';
import type { BodyPolicy } from '../endpoint-table.ts';
import { AlreadyRespondedError } from './request-error.ts';

const maxFormFields = 20;

/** Null for an upload, which its handler reads as a stream. */
function createParser(policy: BodyPolicy): RequestHandler | null {
  const { maxBytes: limit } = policy;
  switch (policy.kind) {
    case 'json':
      return json({ limit, strict: true, type: policy.types ?? 'application/json' });
    case 'form':
      return urlencoded({ extended: false, limit, parameterLimit: policy.maxFields ?? maxFormFields });
    case 'bytes':
      return raw({ type: () => true, limit });
    case 'upload':
      return null;
  }
}

const parsers = new WeakMap<BodyPolicy, RequestHandler | null>();

function parserOf(policy: BodyPolicy): RequestHandler | null {
  const cached = parsers.get(policy);
  if (cached !== undefined) return cached;
  const parser = createParser(policy);
  parsers.set(policy, parser);
  return parser;
}

/**
 * Reads the body into `req.body` by its policy; rejects with an error that has a `status`, or with an
 * AlreadyRespondedError. An upload is read by its handler instead.
 */
export async function parseBody(req: Request, res: Response, policy: BodyPolicy): Promise<void> {
  const parser = parserOf(policy);
  if (!parser) return;
  const failure = await new Promise<unknown>((resolve) => {
    void parser(req, res, resolve);
  });
  if (res.headersSent) throw new AlreadyRespondedError();
  if (failure instanceof Error) throw failure;
}

/** Whether a body is sent as it is, without a content coding such as gzip. */
const isPlain = ({ headers }: Request) => (headers['content-encoding']?.toLowerCase() ?? 'identity') === 'identity';

/**
 * Whether the body has the content type of its policy. A form of another site cannot send JSON, so this check protects
 * against it. An upload must be plain: the parsers of other bodies decode them, or refuse the coding.
 */
export function hasWantedType(req: Request, policy: BodyPolicy): boolean {
  if (policy.kind === 'upload') return isPlain(req);
  return policy.kind !== 'json' || Boolean(req.is(policy.types ?? ['application/json']));
}
