import { addressOf } from '#shared/address.ts';
import { signInPath } from '#shared/contracts/desk.ts';
import { cleanEmail, isEmail, maxEmailLength } from '#shared/email.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { html } from '#server/lib/html.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { printEmail, type Email, type EmailOptions } from '../outbox/compose-email.ts';
import { addEmail } from '../outbox/outbox.ts';
import { createSignInEvent, signInLinkMs } from '../outbox/sign-in-link.ts';
import type { WriteLog } from '../lib/write-log.ts';
import {
  firstValueOf,
  type DeskResponse,
  type DeskPage,
  type DeskRequest,
  type SignedInRequest,
} from './desk-request.ts';
import { printField } from './field.ts';
import { printForm, printNote } from './frame.ts';
import {
  addLink,
  attemptsMs,
  closeAllSessions,
  closeSession,
  countAttempt,
  createSession,
  findLink,
  hasTooManyLinks,
  isLinkValid,
  type DeskSession,
} from './sessions.ts';

const linkPath = '/desk/sign-in/link';

export interface SignInOptions {
  /** The e-mail addresses that may sign in, in lower case. */
  emails: readonly string[];
  emailOptions: EmailOptions;
  writeLog: WriteLog;
  /** Starts the delivery of the e-mails that were added to the outbox. */
  wakeDelivery: () => void;
}

const inMinutes = (ms: number) => ms / 60_000;

/** Composes the e-mail with the link, in the language of the page. */
function composeEmail(texts: TextStore, { language }: DeskRequest, to: string, link: string): Email {
  const bound = areaText(texts, language, 'desk');
  const text: typeof bound = (...parts) => unbindWords(bound(...parts));
  const [intro, time, notYou] = [
    text('signInEmail.intro'),
    text('signInEmail.time', { minutes: inMinutes(signInLinkMs) }),
    text('signInEmail.notYou'),
  ];
  return printEmail(language, {
    to,
    subject: text('signInEmail.subject'),
    paragraphs: [intro, link, time, notYou],
    content: html`<p>${intro}</p>
      <p><a href="${link}">${link}</a></p>
      <p>${time}</p>
      <p>${notYou}</p>`,
  });
}

function formPage({ text }: DeskRequest, problem?: 'badEmail' | 'signedOut', email = ''): DeskPage {
  const error = problem && text(`signIn.${problem}`);
  const isRefused = problem === 'badEmail';
  return {
    kind: 'page',
    status: isRefused ? 422 : problem ? 403 : 200,
    title: text('signIn.title'),
    body: html`<div class="desk__narrow">
      ${problem === 'signedOut' && printNote(text('signIn.signedOut'))}
      <p class="t-lead">${text('signIn.lead')}</p>
      ${printForm(
        signInPath,
        html`${printField({
          name: 'email',
          label: text('signIn.email'),
          type: 'email',
          value: email,
          autocomplete: 'email',
          maxLength: maxEmailLength,
          isRequired: true,
          error: isRefused ? error : undefined,
        })}<button class="button button--sun">${text('signIn.send')}</button>`,
      )}
    </div>`,
  };
}

const notePage = (title: string, note: string, status: number): DeskPage => ({
  kind: 'page',
  status,
  title,
  body: html`<p class="t-lead desk__narrow" role="status">${note}</p>`,
});

/** Returns the page for a POST without a session. */
export const refusePage = (request: DeskRequest): DeskPage => formPage(request, 'signedOut');

/** Handles the form that requests a sign-in link. */
function createRequestLink({ emails, emailOptions: { texts, hasMailServer }, writeLog, wakeDelivery }: SignInOptions) {
  /**
   * Sends the link after the response, so that the response time does not reveal whether the address is known. An
   * address that has had too many gets no other until the oldest has expired, even if all were used.
   */
  async function sendLink(request: DeskRequest, email: string): Promise<void> {
    const { storage, language, origin, now } = request;
    const link = await storage.write(async (database) => {
      if (await hasTooManyLinks(database, email, now)) return null;
      const token = await addLink(database, email, now);
      const address = origin + addressOf(linkPath, {}, { query: { token, lang: language } });
      const linkEmail = composeEmail(texts, request, email, address);
      await addEmail(database, { event: createSignInEvent(), email: linkEmail, hasMailServer }, now);
      return address;
    });
    if (link === null) return;
    wakeDelivery();
    // The link is logged only without https, because readers of a public site's log may not be allowed to sign in.
    if (!hasMailServer && !origin.startsWith('https:'))
      writeLog('warn', { link }, 'MAIL_URL is not set: the link to sign in at the desk stands here');
  }

  const reportFault = (error: unknown) =>
    writeLog('error', { reason: String(error) }, 'a link to sign in at the desk could not be made');

  return async (request: DeskRequest): Promise<DeskResponse> => {
    const { text, storage, client, now } = request;
    const typed = cleanEmail(firstValueOf(request, 'email'));
    if (!isEmail(typed)) return formPage(request, 'badEmail', typed.slice(0, maxEmailLength));
    const email = typed.toLowerCase();
    const isAboveLimit = await storage.write((database) => countAttempt(database, { email, client, now }));
    if (isAboveLimit)
      return notePage(text('signIn.tooManyTitle'), text('signIn.tooMany', { minutes: inMinutes(attemptsMs) }), 429);
    if (emails.includes(email)) setImmediate(() => void sendLink(request, email).catch(reportFault));
    return notePage(text('signIn.sentTitle'), text('signIn.sent', { minutes: inMinutes(signInLinkMs) }), 200);
  };
}

const invalidLinkPage = ({ text }: DeskRequest): DeskPage => ({
  kind: 'page',
  status: 403,
  title: text('signIn.invalidLinkTitle'),
  body: html`<div class="desk__narrow">
    <p class="t-lead">${text('signIn.invalidLink')}</p>
    <p><a class="button" href="${signInPath}">${text('signIn.again')}</a></p>
  </div>`,
});

/** The link is used up by a POST, because mail scanners open links. */
async function showLink(request: DeskRequest): Promise<DeskResponse> {
  const { text, storage, query, now } = request;
  const token = query.get('token') ?? '';
  if (!(await storage.read((database) => isLinkValid(database, token, now)))) return invalidLinkPage(request);
  const button = html`<input type="hidden" name="token" value="${token}" /><button class="button button--sun">
      ${text('signIn.enter')}
    </button>`;
  return {
    kind: 'page',
    title: text('signIn.linkTitle'),
    body: html`<div class="desk__narrow">
      <p class="t-lead">${text('signIn.linkText')}</p>
      ${printForm(linkPath, button)}
    </div>`,
  };
}

const signedOut: DeskResponse = { kind: 'redirect', to: signInPath, session: null };

/** Without a session the browser is signed out already, as at the second click of a double click. */
async function signOut({ storage, now }: DeskRequest, session: DeskSession | null): Promise<DeskResponse> {
  if (session) await storage.write((database) => closeSession(database, session, now));
  return signedOut;
}

async function signOutEverywhere({ storage, session, actor }: SignedInRequest): Promise<DeskResponse> {
  await storage.write((database) => closeAllSessions(database, session.email, actor));
  return signedOut;
}

/** Creates the handlers of signing in and out. */
export function createSignIn(options: SignInOptions) {
  const { emails } = options;
  async function signIn(request: DeskRequest, current: DeskSession | null): Promise<DeskResponse> {
    const { storage, now } = request;
    const token = firstValueOf(request, 'token');
    const session = await storage.write((database) => createSession(database, token, emails, now));
    if (session !== null) return { kind: 'redirect', to: '/desk/messages', session };
    // The first click of a double click has used the link. A link of somebody else must not seem to have worked.
    const link = current && (await storage.read((database) => findLink(database, token, now)));
    return link && link.email === current.email ? { kind: 'redirect', to: '/desk/messages' } : invalidLinkPage(request);
  }

  return {
    showForm: (request: DeskRequest) => Promise.resolve(formPage(request)),
    requestLink: createRequestLink(options),
    showLink,
    signIn,
    signOut,
    signOutEverywhere,
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
