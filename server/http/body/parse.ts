import { json, raw, text, urlencoded, type Request, type RequestHandler, type Response } from 'express';
import type { BodyPolicy } from '../endpoint-table.ts';

const maxFormFields = 20;

function parserOf(policy: BodyPolicy): RequestHandler | null {
  const { kind, maxBytes: limit } = policy;
  if (kind === 'json') return json({ limit, strict: true, type: policy.types ?? 'application/json' });
  if (policy.kind === 'form')
    return urlencoded({ extended: false, limit, parameterLimit: policy.maxFields ?? maxFormFields });
  if (kind === 'text') return text({ type: '*/*', limit });
  if (kind === 'bytes') return raw({ type: () => true, limit });
  return null;
}

const parsers = new WeakMap<BodyPolicy, RequestHandler | null>();

/** Reads the body into `req.body` as its policy says; rejects with an error that has a `status`. An upload is left to its handler. */
export async function parseBody(req: Request, res: Response, policy: BodyPolicy): Promise<void> {
  let parser = parsers.get(policy);
  if (parser === undefined) {
    parser = parserOf(policy);
    parsers.set(policy, parser);
  }
  if (!parser) return;
  const run = parser;
  await new Promise<void>((resolve, reject) => {
    void run(req, res, (error?: unknown) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}

/** Whether the body is of the type that its policy wants: a form of another site cannot send JSON. */
export function hasWantedType(req: Request, policy: BodyPolicy): boolean {
  return policy.kind !== 'json' || Boolean(req.is(policy.types ?? ['application/json']));
}
