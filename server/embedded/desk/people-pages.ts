import { deskFileBytes } from '#shared/contracts/desk.ts';
import { cleanEmail, isEmail, maxEmailLength } from '#shared/email.ts';
import { keysOf } from '#shared/keys-of.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { firstValueOf, type DeskResponse, type DeskPage, type SignedInRequest } from './desk-request.ts';
import { printField } from './field.ts';
import { printDestructiveAction, printEmpty, printFacts, printForm, printNote } from './frame.ts';
import { countPerson, erasePerson, findPerson, printPerson, readAttachments, logExport } from './person-data.ts';

const path = '/desk/people';
const megabyte = 1024 * 1024;

function printSearch({ text }: SignedInRequest, email: string, error?: string): Markup {
  const field = printField({
    name: 'email',
    label: text('people.email'),
    type: 'email',
    value: email,
    maxLength: maxEmailLength,
    isRequired: true,
    error,
  });
  return html`<p class="t-lead desk__narrow">${text('people.lead')}</p>
    ${printForm(path, html`${field}<button class="button button--line">${text('people.find')}</button>`, 'desk__tools')}`;
}

const page = ({ text }: SignedInRequest, body: Markup, status = 200): DeskPage => ({
  kind: 'page',
  status,
  section: 'people',
  title: text('menu.people'),
  body,
});

/** Returns the e-mail address in the form; null if it is invalid. */
function parseEmail(request: SignedInRequest): string | null {
  const email = cleanEmail(firstValueOf(request, 'email'));
  return isEmail(email) ? email : null;
}

const refuse = (request: SignedInRequest): DeskPage => {
  const typed = cleanEmail(firstValueOf(request, 'email')).slice(0, maxEmailLength);
  return page(request, printSearch(request, typed, request.text('signIn.badEmail')), 422);
};

/** GET /desk/people shows the form. The address is posted, so that it does not appear in browser histories and logs. */
export const showPersonForm = (request: SignedInRequest): Promise<DeskResponse> =>
  Promise.resolve(page(request, printSearch(request, '')));

/** POST /desk/people shows the number of records about an e-mail address. */
export async function showPerson(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage } = request;
  const email = parseEmail(request);
  if (email === null) return refuse(request);
  const counts = countPerson(await storage.read((database) => findPerson(database, email)));
  const kinds = keysOf(counts);
  const total = kinds.reduce((sum, kind) => sum + counts[kind], 0);
  const hidden = html`<input type="hidden" name="email" value="${email}" />`;
  const erase = printForm(
    '/desk/people/erase',
    html`${hidden}<button class="button">${text('people.eraseButton')}</button>`,
  );
  const found = html`<h2 class="t-3">${text('people.foundTitle')}</h2>
    ${printFacts(kinds.map((kind) => [text(`people.counts.${kind}`), counts[kind]]))}
    ${printForm(
      '/desk/people/export',
      html`${hidden}<button class="button button--sun">${text('people.export')}</button>`,
      'cluster',
    )}
    ${printDestructiveAction(text('people.erase'), text('people.eraseWarning'), erase)}`;
  return page(request, html`${printSearch(request, email)}${total > 0 ? found : printEmpty(text('people.nothing'))}`);
}

/** With attachments above this limit, in bytes, the file would be longer than the site sends: base64 adds a third. */
const maxAttachmentBytes = deskFileBytes * 0.7;

/**
 * POST /desk/people/export downloads all data about an e-mail address as one JSON file. Responds 422 when the
 * attachments are too long for that; the command of the desk has no limit.
 */
export async function exportPerson(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, actor, now } = request;
  const email = parseEmail(request);
  if (email === null) return refuse(request);
  const person = await storage.read((database) => findPerson(database, email));
  const bytes = person.messages.reduce((sum, { attachment_bytes: size }) => sum + (size ?? 0), 0);
  if (bytes > maxAttachmentBytes) {
    const note = printNote(text('people.tooLarge', { size: Math.round(bytes / megabyte) }));
    return page(request, html`${printSearch(request, email)}${note}`, 422);
  }
  const attachments = await storage.read((database) => readAttachments(database, person));
  await storage.write((database) => logExport(database, actor));
  const content = printPerson(email, person, attachments, now);
  return { kind: 'file', name: 'person.json', type: 'application/json', content };
}

/**
 * POST /desk/people/erase deletes the data about an e-mail address that no law requires, and shows the number of
 * deleted records.
 */
export async function erasePersonData(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, actor } = request;
  const email = parseEmail(request);
  if (email === null) return refuse(request);
  const { erased, retained } = await storage.write((database) => erasePerson(database, email, actor));
  // The second click of a double click finds nothing.
  const result =
    erased > 0
      ? text('people.erased', { count: erased, kept: retained })
      : text('people.erasedNothing', { kept: retained });
  return {
    ...page(
      request,
      html`<p class="t-lead" role="status">${result}</p>
        <p><a class="button button--line" href="${path}">${text('messages.back')}</a></p>`,
    ),
    title: text('people.erasedTitle'),
  };
}
