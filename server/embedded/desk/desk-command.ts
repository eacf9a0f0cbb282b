import { writeFileSync } from 'node:fs';
import { isEmail } from '#shared/email.ts';
import { describeRefusal } from '../open-storage.ts';
import { readSnapshot } from '../storage/read-snapshot.ts';
import { openStorage, type DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { commandLine, findActs } from './acts.ts';
import { CommandError } from './command-error.ts';
import { commentStates, decideComments, decisions, findComments } from './comments.ts';
import { readDeskArguments, usage, type DeskArguments } from './desk-arguments.ts';
import { sendAgain } from './letters.ts';
import { deleteMessage, findMessages, markAnswered } from './messages.ts';
import { newsActs, newsLists } from './news/news-acts.ts';
import { findOrders } from './orders.ts';
import { erasePerson, findPerson, printPerson, recordExport } from './people.ts';
import { purgePages, type PurgeTarget } from './purge-pages.ts';
import { closeAllSessions } from './sessions.ts';

type Read = (database: Database, given: DeskArguments) => Promise<object[]>;
type Write = (database: Database, given: DeskArguments, now: number) => Promise<string>;

/** A value on one line; control characters in what visitors wrote could move the cursor of the reader's terminal. */
const plain = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? '')).replace(/\p{Cc}+/gu, ' ');

/** One line an object: its values between tabs. */
const printLine = (row: object) => Object.values(row).map(plain).join('\t');

const lists: Record<string, Read> = {
  'messages list': async (database, given) => (await findMessages(database, given, given)).rows,
  'comments list': async (database, given) => {
    const state = commentStates.find((name) => name === given.state);
    return (await findComments(database, { ...given, state }, given)).rows;
  },
  ...newsLists,
  'orders list': (database, given) => findOrders(database, { ...given, now: Date.now() }),
  'acts list': findActs,
};

function idsOf({ ids }: DeskArguments): number[] {
  if (!ids) throw new CommandError('Name the numbers, as the list shows them.');
  return ids;
}

function emailOf({ rest: [email = ''] }: DeskArguments): string {
  if (!isEmail(email)) throw new CommandError('Name an e-mail address.');
  return email;
}

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Does the same to each; answers a sentence about how many there were. */
const forEach =
  (what: string, act: (database: Database, id: number, now: number) => Promise<boolean>): Write =>
  async (database, given, now) => {
    let count = 0;
    for (const id of idsOf(given)) if (await act(database, id, now)) count += 1;
    return `Done: ${plural(count, what)} of ${idsOf(given).length}.`;
  };

const who = commandLine;

const acts: Record<string, Write> = {
  'messages answer': forEach('message', (database, id, now) =>
    markAnswered(database, id, { answered: true, who, now }),
  ),
  'messages reopen': forEach('message', (database, id, now) =>
    markAnswered(database, id, { answered: false, who, now }),
  ),
  'messages delete': forEach('message', (database, id, now) => deleteMessage(database, id, { who, now })),
  'mail send-again': forEach('letter', (database, id, now) => sendAgain(database, id, { who, now })),
  async 'people erase'(database, given, now) {
    const email = emailOf(given);
    if (!given.yes) throw new CommandError('Nothing was erased: there is no way back, say --yes.');
    const { erased, kept } = await erasePerson(database, email, { who, now });
    return `Erased ${plural(erased, 'row')}; kept ${plural(kept, 'paid invoice')}, as the law demands.`;
  },
  async 'sessions end'(database, given, now) {
    await closeAllSessions(database, emailOf(given).trim().toLowerCase(), { who, now });
    return 'Signed out everywhere.';
  },
};

async function write<T>(place: DatabasePlace, effect: (database: Database) => Promise<T>): Promise<T> {
  const storage = await openStorage(place);
  try {
    return await storage.write(effect);
  } finally {
    await storage.close();
  }
}

async function decide(place: DatabasePlace, target: PurgeTarget, given: DeskArguments): Promise<void> {
  const decision = decisions.find((name) => name === given.act);
  if (!decision) throw new CommandError(usage);
  const ids = idsOf(given);
  const { count, changed } = await write(place, (database) =>
    decideComments(database, ids, { decision, who, now: Date.now() }),
  );
  console.log(`Done: ${plural(count, 'comment')} of ${ids.length}.`);
  const warning = await purgePages(target, changed);
  if (warning) console.log(warning);
}

async function changeNews(place: DatabasePlace, target: PurgeTarget, given: DeskArguments): Promise<void> {
  const act = newsActs[given.act];
  if (!act) throw new CommandError(usage);
  const { sentence, isChanged } = await write(place, (database) => act(database, given, { who, now: Date.now() }));
  console.log(sentence);
  const warning = isChanged ? await purgePages(target, 'all') : null;
  if (warning) console.log(warning);
}

async function exportPerson(place: DatabasePlace, given: DeskArguments): Promise<void> {
  const email = emailOf(given);
  const now = Date.now();
  const person = await write(place, async (database) => {
    await recordExport(database, { who, now });
    return findPerson(database, email);
  });
  const printed = printPerson(email, person, now);
  const [, file] = given.rest;
  if (!file) process.stdout.write(printed);
  // Nothing is replaced, and nobody else reads it.
  else writeFileSync(file, printed, { flag: 'wx', mode: 0o600 });
}

async function run(given: DeskArguments, place: DatabasePlace, target: PurgeTarget): Promise<void> {
  const name = `${given.what} ${given.act}`;
  const list = lists[name];
  const act = acts[name];
  if (list) {
    const rows = await readSnapshot(place, (database) => list(database, given));
    if (given.json) console.log(JSON.stringify(rows, null, 2));
    else for (const row of rows) console.log(printLine(row));
  } else if (act) console.log(await write(place, (database) => act(database, given, Date.now())));
  else if (given.what === 'news') await changeNews(place, target, given);
  else if (given.what === 'comments') await decide(place, target, given);
  else if (name === 'people export') await exportPerson(place, given);
  else throw new CommandError(usage);
}

/** What may be done at the desk, as a command; answers the exit code. */
export async function runDesk(args: string[], place: DatabasePlace, target: PurgeTarget): Promise<number> {
  const given = readDeskArguments(args);
  if (!given) {
    console.error(usage);
    return 1;
  }
  try {
    await run(given, place, target);
    return 0;
  } catch (error) {
    const { message } = error as Error;
    const sentence = error instanceof CommandError ? message : describeRefusal(place, error);
    console.error(sentence ?? `That could not be done: ${message}.`);
    return 1;
  }
}
