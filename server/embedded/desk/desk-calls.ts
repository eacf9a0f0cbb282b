import { pipeline } from 'node:stream/promises';
import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { signInPath, type DeskAnswer } from '#shared/contracts/desk.ts';
import { isLanguage } from '#shared/languages.ts';
import { propertyOf } from '#shared/property-of.ts';
import { parseBody } from '#server/http/body/parse.ts';
import type { BodyPolicy } from '#server/http/endpoint-table.ts';
import { areaText } from '#server/lib/texts.ts';
import type { LicenceKeys } from '../licences/licence-keys.ts';
import { requireSiteToken } from '../lib/site-token.ts';
import type { Fulfil } from '../payments/orders.ts';
import { countRows } from '../storage/count-rows.ts';
import type { Storage } from '../storage/storage.ts';
import { missingPage, withSession, type DeskResponse, type DeskRequest, type SignedInRequest } from './desk-request.ts';
import { createDeskRoutes, type DeskRoute } from './desk-routes.ts';
import { printDesk, type MenuCounts } from './frame.ts';
import { findSession, type DeskSession } from './sessions.ts';
import { createSignIn, refusePage, type SignInOptions } from './sign-in.ts';

interface Options extends SignInOptions {
  storage: Storage;
  keys: LicenceKeys | null;
  fulfil: Fulfil;
  /** The value of BACKEND_TOKEN, which the site sends with every call. */
  token: string;
}

/** The size limit of forms without long texts; the site refuses longer ones before (`deskForm` in endpoints.ts). */
const defaultBodyBytes = 32 * 1024;

/** Returns the fields of a posted form, as the site sends them. */
function parseFields(body: unknown): DeskRequest['fields'] {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {});
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | string[]] =>
        typeof entry[1] === 'string' ||
        (Array.isArray(entry[1]) && entry[1].every((value) => typeof value === 'string')),
    ),
  );
}

/** Returns the file that was posted with the fields, in the format of README.md beside this file. */
function parseUpload(body: unknown): DeskRequest['upload'] {
  const attachment = propertyOf(body, 'attachment');
  if (typeof attachment !== 'object' || attachment === null) return null;
  const data = propertyOf(attachment, 'data');
  return { content: typeof data === 'string' ? Buffer.from(data, 'base64') : null };
}

/** Returns the counts in the menu: unread messages and held comments. */
async function countMenuEntries(storage: Storage): Promise<MenuCounts> {
  return storage.read(async (database) => ({
    messages: await countRows(database.selectFrom('messages').where('read_at', 'is', null)),
    comments: await countRows(database.selectFrom('comments').where('state', '=', 'held')),
  }));
}

function parseRequest(req: Request, options: Options): DeskRequest {
  const { storage, emailOptions, keys, fulfil } = options;
  const named = req.get('x-desk-language');
  const language = isLanguage(named) ? named : emailOptions.language;
  return {
    // The types of Express allow arrays, which only wildcards produce; no route of the desk has one.
    params: req.params as Record<string, string>,
    query: new URLSearchParams(req.originalUrl.replace(/^[^?]*/, '')),
    fields: parseFields(req.body),
    upload: parseUpload(req.body),
    language,
    text: areaText(emailOptions.texts, language, 'desk'),
    origin: req.get('x-desk-origin') ?? '',
    siteOrigin: req.get('x-site-origin') ?? '',
    client: req.get('x-desk-client') ?? '',
    storage,
    emailOptions,
    keys,
    fulfil,
    now: Date.now(),
  };
}

async function send(
  res: Response,
  response: DeskResponse,
  { text, storage }: DeskRequest,
  signedIn: SignedInRequest | null,
): Promise<void> {
  if (response.kind === 'file') {
    // `attachment` also sets the type that belongs to the end of the name, which may come from a visitor.
    res.attachment(response.name).type(response.type);
    const { content } = response;
    if (typeof content === 'string') res.send(content);
    else if (content instanceof Uint8Array) res.send(Buffer.from(content));
    else await pipeline(content, res);
    return;
  }
  const sendAnswer = (answer: DeskAnswer) => res.json(answer);
  if (response.kind === 'preview') {
    sendAnswer({ preview: response.item, body: response.note.toString(), title: text('news.preview') });
    return;
  }
  if (response.kind === 'redirect') {
    const { to, session, changed } = response;
    sendAnswer({ to, session, changed });
    return;
  }
  const counts = signedIn ? await countMenuEntries(storage) : {};
  res.status(response.status ?? 200);
  sendAnswer({ title: `${response.title} | ${text('name')}`, body: printDesk(response, signedIn, counts) });
}

/**
 * The calls under /desk, which the site forwards from the browsers of staff. Every call must carry the token of the
 * site; README.md beside this file describes headers and responses.
 */
export function deskCalls(options: Options): Router {
  const { storage, token, emails } = options;
  const router = Router();
  const routes = createDeskRoutes(createSignIn(options));

  async function findSessionOf(req: Request): Promise<DeskSession | null> {
    const cookie = req.get('x-desk-session');
    return cookie ? storage.read((database) => findSession(database, cookie, emails, Date.now())) : null;
  }

  /**
   * Without a session a POST gets 403 and a page that says that nothing was changed. A GET is redirected to the sign-in
   * page.
   */
  const refuse = ({ method }: DeskRoute, request: DeskRequest): DeskResponse =>
    method === 'post' ? refusePage(request) : { kind: 'redirect', to: signInPath };

  router.use('/desk', requireSiteToken(token));
  for (const route of routes) {
    const body: BodyPolicy = { kind: 'json', maxBytes: route.maxBytes ?? defaultBodyBytes };
    router[route.method](route.path, async (req, res) => {
      const session = await findSessionOf(req);
      if (!route.isPublic && !session) {
        const refused = parseRequest(req, options);
        return send(res, refuse(route, refused), refused, null);
      }
      // A body from a visitor without a session is not parsed, except for routes that accept one.
      await parseBody(req, res, body);
      const request = parseRequest(req, options);
      if (route.isPublic) return send(res, await route.handle(request, session), request, null);
      const signedIn = session && withSession(request, session);
      return signedIn && send(res, await route.handle(signedIn), request, signedIn);
    });
  }
  const answerMissing = async (req: Request, res: Response): Promise<void> => {
    const request = parseRequest(req, options);
    const session = await findSessionOf(req);
    const signedIn = session && withSession(request, session);
    await send(res, signedIn ? missingPage(request) : { kind: 'redirect', to: signInPath }, request, signedIn);
  };
  router.use('/desk', answerMissing);
  // Express reports a parameter that is no valid percent-encoding, such as `%ff`, as an error.
  const answerMalformed: ErrorRequestHandler = (error: unknown, req, res, next) =>
    error instanceof URIError ? answerMissing(req, res) : next(error);
  router.use('/desk', answerMalformed);
  return router;
}
