import { json, Router, type Request, type Response } from 'express';
import { isLanguage, type Language } from '#shared/languages.ts';
import { createText } from '#shared/text.ts';
import { matchesToken } from '#server/http/token.ts';
import type { TextStore } from '#server/texts.ts';
import type { Storage } from '../storage/storage.ts';
import { missingPage, type DeskAnswer, type DeskRequest, type SignedInRequest } from './desk-request.ts';
import { createDeskRoutes, type DeskRoute } from './desk-routes.ts';
import { printDesk, type MenuCounts } from './frame.ts';
import { findSession } from './sessions.ts';
import { createSignIn, refusePage, signInPath, type SignInOptions } from './sign-in.ts';

interface Options extends SignInOptions {
  storage: Storage;
  texts: TextStore;
  /** BACKEND_TOKEN: the site sends it with every call. */
  token: string;
  /** The language of requests that name none. */
  language: Language;
  now?: () => number;
}

/** The fields of a posted form, as the site sends them. */
type Fields = DeskRequest['fields'];

function readFields(body: unknown): Fields {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | string[]] =>
        typeof entry[1] === 'string' ||
        (Array.isArray(entry[1]) && entry[1].every((value) => typeof value === 'string')),
    ),
  );
}

/** The counts in the menu: unread messages and comments that wait for approval. */
async function countWaiting(storage: Storage): Promise<MenuCounts> {
  return storage.read(async (database) => {
    const messages = await database
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('read_at', 'is', null)
      .executeTakeFirst();
    const comments = await database
      .selectFrom('comments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'held')
      .executeTakeFirst();
    return { messages: messages?.count ?? 0, comments: comments?.count ?? 0 };
  });
}

function openRequest(req: Request, options: Options): DeskRequest {
  const { storage, texts, isSent, now = Date.now } = options;
  const named = req.get('x-desk-language');
  const language = isLanguage(named) ? named : options.language;
  return {
    params: req.params as Record<string, string>,
    query: new URLSearchParams(req.originalUrl.split('?')[1]),
    fields: readFields(req.body),
    language,
    text: createText({ desk: texts.area(language, 'desk') }, language, 'desk'),
    origin: req.get('x-desk-origin') ?? '',
    siteOrigin: req.get('x-site-origin') ?? '',
    client: req.get('x-desk-client') ?? '',
    storage,
    letters: { texts, language: options.language, isSent },
    now: now(),
  };
}

/**
 * The calls under /desk, which the site passes on from the browsers of the staff. Every call must carry the token of
 * the site; README.md beside this file describes headers and answers.
 */
export function deskCalls(options: Options): Router {
  const { storage, token, emails } = options;
  const router = Router();
  const routes = createDeskRoutes(createSignIn(options));

  async function signedIn(req: Request, request: DeskRequest): Promise<SignedInRequest | null> {
    const cookie = req.get('x-desk-session');
    const session = cookie && (await storage.read((database) => findSession(database, cookie, emails, request.now)));
    return session ? { ...request, session } : null;
  }

  async function send(res: Response, answer: DeskAnswer, asked: DeskRequest, request: SignedInRequest | null) {
    const { text } = asked;
    if (answer.kind === 'file') {
      res.type(answer.type).attachment(answer.name);
      res.send(typeof answer.content === 'string' ? answer.content : Buffer.from(answer.content));
      return;
    }
    if (answer.kind === 'redirect') {
      res.json(answer);
      return;
    }
    const counts = request ? await countWaiting(storage) : {};
    res.status(answer.status ?? 200);
    res.json({ title: `${answer.title} | ${text('name')}`, body: printDesk(answer, request, counts) });
  }

  /** Without a session a post is refused, and the page says that nothing was changed; a read is redirected to sign-in. */
  const refuse = ({ method }: DeskRoute, request: DeskRequest): DeskAnswer =>
    method === 'post' ? refusePage(request) : { kind: 'redirect', to: signInPath };

  router.use('/desk', json({ limit: '64kb' }), (req, res, next) => {
    if (matchesToken(String(req.headers['x-token']), token)) next();
    else res.status(401).json({ error: 'The token is missing or wrong' });
  });
  for (const route of routes)
    router[route.method](route.path, async (req, res) => {
      const request = openRequest(req, options);
      const member = await signedIn(req, request);
      if (route.open) return send(res, await route.answer(request), request, null);
      if (!member) return send(res, refuse(route, request), request, null);
      return send(res, await route.answer(member), request, member);
    });
  router.use('/desk', async (req, res) => {
    const request = openRequest(req, options);
    const member = await signedIn(req, request);
    await send(res, member ? missingPage(request) : { kind: 'redirect', to: signInPath }, request, member);
  });
  return router;
}
