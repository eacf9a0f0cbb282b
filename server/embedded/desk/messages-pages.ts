import { addressOf, encodePart } from '#shared/address.ts';
import { isTopic, topics } from '#shared/contact-limits.ts';
import { isLanguage } from '#shared/languages.ts';
import { clip, toSingleLine } from '#shared/plain-text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { areaText } from '#server/lib/texts.ts';
import { languageOf } from '../outbox/compose-email.ts';
import { logAction } from '../storage/audit-log.ts';
import { StorageError } from '../storage/storage.ts';
import { parseId } from '../lib/parse-id.ts';
import { firstValueOf, missingPage, type DeskResponse, type DeskText, type SignedInRequest } from './desk-request.ts';
import { printField } from './field.ts';
import {
  rangeOf,
  requestedPage,
  printDestructiveAction,
  printEntries,
  printFacts,
  printForm,
  printPager,
} from './frame.ts';
import {
  deleteMessage,
  findMessage,
  findMessages,
  markAnswered,
  markRead,
  parseTopic,
  type Message,
  type MessageFilter,
} from '../messages/messages.ts';
import { formatMoment, printMoment } from './moment.ts';
import { maxSearch, readSearch } from '../storage/search.ts';

const listPath = '/desk/messages';
const itemPath = '/desk/messages/:id';

/** The maximum length of an excerpt in the list, in characters. */
const maxExcerpt = 240;

const nameOf = ({ first_name, last_name }: Message) => `${first_name} ${last_name}`.trim();

/** The address is encoded, because a `?` in it could add recipients to the e-mail. */
const mailAddress = ({ email }: Message) => `mailto:${encodePart(email).replaceAll('%40', '@')}`;

function readFilter(query: URLSearchParams): MessageFilter {
  const search = readSearch(query);
  return { topic: parseTopic(query.get('topic')), ...(search && { search }) };
}

/** Returns the address of a list; the first page has no number. */
const listAddress = ({ topic, search }: MessageFilter, page = 1) =>
  addressOf(listPath, {}, { query: { topic, q: search, page: page > 1 ? page : undefined } });

const topicName = (text: DeskText, topic: string | null) => text(`topics.${isTopic(topic) ? topic : 'none'}`);

function printTools({ text }: SignedInRequest, filter: MessageFilter): Markup {
  const choices = [undefined, ...topics, 'none'] as const;
  const links = choices.map((topic) => {
    const here = topic === filter.topic ? html`aria-current="page"` : html``;
    const label = topic ? text(`topics.${topic}`) : text('messages.all');
    return html`<li><a class="tab-list__tab" href="${listAddress({ ...filter, topic })}" ${here}>${label}</a></li>`;
  });
  const field = printField({
    name: 'q',
    label: text('messages.search'),
    type: 'search',
    value: filter.search ?? '',
    maxLength: maxSearch,
  });
  const topic = filter.topic && html`<input type="hidden" name="topic" value="${filter.topic}" />`;
  return html`<nav aria-label="${text('messages.topicLabel')}"><ul class="tab-list">${links}</ul></nav>
    <form class="desk__tools" method="get" action="${listPath}" role="search">
      ${field}${topic}<button class="button button--line">${text('messages.find')}</button>
    </form>`;
}

function printEntry(row: Message, { text, language }: SignedInRequest): Markup {
  const address = addressOf(itemPath, { id: String(row.id) });
  const badges = [
    !row.read_at && html`<b class="desk__badge">${text('messages.unread')}</b>`,
    row.answered_at && html`<span class="t-small soft">${text('messages.answered')}</span>`,
    row.attachment_name && html`<span class="t-small soft">${text('messages.attachment')}</span>`,
  ];
  return html`<li class="desk__entry">
    <header>
      <a href="${address}">${nameOf(row)}</a>${badges}<span class="t-small soft">${topicName(text, row.topic)}</span>
      ${printMoment(language, row.date)}
    </header>
    <p dir="auto">${clip(toSingleLine(row.message), maxExcerpt)}</p>
  </li>`;
}

/** GET /desk/messages lists messages by topic and search. */
export async function listMessages(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, query } = request;
  const filter = readFilter(query);
  const page = requestedPage(query);
  const { rows, total } = await storage.read((database) => findMessages(database, filter, rangeOf(page)));
  const list = printEntries(
    rows.map((row) => printEntry(row, request)),
    text('messages.none'),
  );
  return {
    kind: 'page',
    section: 'messages',
    title: text('menu.messages'),
    body: html`${printTools(request, filter)}${list}${printPager(text, page, total, (number) => listAddress(filter, number))}`,
  };
}

function printMessageFacts(row: Message, { text, language }: SignedInRequest): Markup {
  const facts: [label: string, value: string | Markup][] = [
    [text('messages.from'), html`${nameOf(row)}, <a href="${mailAddress(row)}">${row.email}</a>`],
    [text('messages.received'), formatMoment(language, row.date)],
    [text('messages.topic'), topicName(text, row.topic)],
    [text('messages.language'), text(`languages.${isLanguage(row.language) ? row.language : 'none'}`)],
  ];
  if (row.attachment_name !== null) {
    const size = Math.ceil((row.attachment_bytes ?? 0) / 1024);
    const address = addressOf('/desk/messages/:id/attachment', { id: String(row.id) });
    const label = text('messages.download', { name: row.attachment_name, size });
    facts.push([text('messages.attachment'), html`<a href="${address}">${label}</a>`]);
  }
  if (row.answered_at !== null)
    facts.push([
      text('messages.answered'),
      text('messages.answeredAt', { date: formatMoment(language, row.answered_at) }),
    ]);
  return printFacts(facts);
}

/** Returns the subject of a reply, in the language of the message. */
function replySubject({ language: named }: Message, { emailOptions: { texts, language } }: SignedInRequest): string {
  const text = areaText(texts, languageOf(named, language), 'desk');
  return unbindWords(text('messages.replySubject'));
}

function printActions(row: Message, request: SignedInRequest): Markup {
  const { text } = request;
  const id = String(row.id);
  const isAnswered = row.answered_at !== null;
  const mark = html`<input type="hidden" name="answered" value="${isAnswered ? 'no' : 'yes'}" /><button
      class="button button--line"
    >
      ${text(isAnswered ? 'messages.reopen' : 'messages.markAnswered')}
    </button>`;
  const query = new URLSearchParams({ subject: replySubject(row, request) }).toString().replaceAll('+', '%20');
  const remove = printForm(
    addressOf('/desk/messages/:id/delete', { id }),
    html`<button class="button">${text('messages.deleteButton')}</button>`,
  );
  return html`<div class="cluster">
      <a class="button button--sun" href="${mailAddress(row)}?${query}">${text('messages.reply')}</a>
      ${printForm(addressOf('/desk/messages/:id/answered', { id }), mark, 'cluster')}
    </div>
    ${printDestructiveAction(text('messages.delete'), text('messages.deleteWarning'), remove)}`;
}

/** Marks a message as read. A write that fails is ignored, so that staff can read messages while writes fail. */
async function tryMarkRead({ storage, now }: SignedInRequest, id: number): Promise<void> {
  try {
    await storage.write((database) => markRead(database, id, now));
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/** GET /desk/messages/:id shows a message and marks it as read. */
export async function showMessage(request: SignedInRequest): Promise<DeskResponse> {
  const { text, storage, params } = request;
  const id = parseId(params['id']);
  const row = id !== null && (await storage.read((database) => findMessage(database, id)));
  if (!row) return missingPage(request, 'messages');
  if (row.read_at === null) await tryMarkRead(request, row.id);
  return {
    kind: 'page',
    section: 'messages',
    title: nameOf(row),
    body: html`${printMessageFacts(row, request)}
      <pre class="desk__text" dir="auto">${row.message}</pre>
      ${printActions(row, request)}
      <p><a href="${listPath}">${text('messages.back')}</a></p>`,
  };
}

/** GET /desk/messages/:id/attachment downloads the file. */
export async function downloadAttachment(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, params, actor } = request;
  const id = parseId(params['id']);
  const file =
    id !== null &&
    (await storage.write(async (database) => {
      const row = await database
        .selectFrom('messages')
        .select(['attachment_name as name', 'attachment as content'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.content) await logAction(database, { ...actor, action: 'attachment-read', subject: String(id) });
      return row;
    }));
  if (!file || !file.content) return missingPage(request, 'messages');
  return { kind: 'file', name: file.name ?? `attachment-${id}.pdf`, type: 'application/pdf', content: file.content };
}

/** POST /desk/messages/:id/answered expects `answered` with yes or no. */
export async function markMessageAnswered(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, params, actor } = request;
  const id = parseId(params['id']);
  const answered = firstValueOf(request, 'answered') !== 'no';
  const isDone = id !== null && (await storage.write((database) => markAnswered(database, id, { ...actor, answered })));
  return isDone ? { kind: 'redirect', to: addressOf(itemPath, { id: String(id) }) } : missingPage(request, 'messages');
}

/** POST /desk/messages/:id/delete deletes a message. A second click finds none, and ends on the same page. */
export async function removeMessage(request: SignedInRequest): Promise<DeskResponse> {
  const { storage, params, actor } = request;
  const id = parseId(params['id']);
  if (id !== null) await storage.write((database) => deleteMessage(database, id, actor));
  return { kind: 'redirect', to: listPath };
}
