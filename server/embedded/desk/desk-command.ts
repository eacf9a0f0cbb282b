import { rmSync } from 'node:fs';
import type { Config } from '#server/config/config.ts';
import { readTexts } from '#server/lib/texts.ts';
import { CommandError } from '../lib/command-error.ts';
import { plural, printCompletely, printTable } from '../lib/terminal.ts';
import { findFolders } from '../lib/folders.ts';
import { writePrivateFile } from '../lib/write-private-file.ts';
import type { EmailOptions } from '../outbox/compose-email.ts';
import { hasDatabase, noDatabaseIn, readSnapshot } from '../storage/read-snapshot.ts';
import { openStorage, type DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import { commandLine, findAuditEntries, type Actor } from '../storage/audit-log.ts';
import { commentStates, decideComments, decisions, findComments } from './comments.ts';
import { emailOf, idsOf, ordersOf, parseDeskArguments, usage, type DeskArguments } from './desk-arguments.ts';
import { findOrderHistory } from './history.ts';
import { obstacleSentences, sendAgain } from './send-again.ts';
import { revokeById, findLicences, sendLicence } from './issued-licences.ts';
import { deleteMessage, findMessages, markAnswered } from '../messages/messages.ts';
import { newsCommands, newsLists } from './news/news-commands.ts';
import { findOrders, parseListedState } from './order-list.ts';
import { erasePerson, findPerson, printPerson, readAttachments, logExport } from './person-data.ts';
import { purgePages, type PurgeTarget } from '../lib/purge-pages.ts';
import { queueRefund } from './refunds.ts';
import { closeAllSessions } from './sessions.ts';

/** The part of the configuration that commands need. */
type CommandConfig = DatabasePlace & PurgeTarget & Pick<Config, 'defaultLanguage' | 'mailUrl' | 'mailFrom'>;

type Read = (database: Database, given: DeskArguments) => Promise<object[]>;
/** The result of an action. If a part of it was not done, `isComplete` is false and the exit code is 1. */
interface Done {
  sentence: string;
  isComplete: boolean;
}

type Write = (database: Database, given: DeskArguments, actor: Actor, emailOptions: EmailOptions) => Promise<Done>;

const lists: Record<string, Read> = {
  'messages list': async (database, given) => (await findMessages(database, given, given)).rows,
  async 'comments list'(database, given) {
    const state = commentStates.find((name) => name === given.state);
    return (await findComments(database, { ...given, state }, given)).rows;
  },
  ...newsLists,
  'orders list': (database, given) =>
    findOrders(database, { search: given.search, state: parseListedState(given.state) }, given),
  'orders history': async (database, given) =>
    (await Promise.all(ordersOf(given).map((id) => findEntries(database, id)))).flat(),
  'licences list': (database, given) => findLicences(database, given, given),
  'audit-log list': findAuditEntries,
};

async function findEntries(database: Database, id: string): Promise<object[]> {
  const history = await findOrderHistory(database, id);
  if (!history) throw new CommandError(`There is no order ${id}.`);
  return history.map(({ at, kind, ...entry }) => ({ order: id, at, kind, ...entry }));
}

/** Says for how many ids an action was done; `explained` is the number of failed ids whose reason is printed below. */
function printCount(
  what: string,
  { count, total, explained = 0 }: { count: number; total: number; explained?: number },
) {
  const sentence = `Done: ${plural(count, what)} of ${total}.`;
  if (count + explained === total) return sentence;
  return `${sentence} The others do not exist, or their state does not allow it.`;
}

/** Applies an action to each id and counts what was done. The action returns false, or a reason, if it did nothing. */
const applyToEach =
  (
    what: string,
    action: (database: Database, id: number, actor: Actor, emailOptions: EmailOptions) => Promise<boolean | string>,
  ): Write =>
  async (database, given, actor, emailOptions) => {
    const ids = idsOf(given);
    const reasons: string[] = [];
    let count = 0;
    for (const id of ids) {
      const result = await action(database, id, actor, emailOptions);
      if (result === true) count += 1;
      if (typeof result === 'string') reasons.push(`${id}: ${result}.`);
    }
    const first = printCount(what, { count, total: ids.length, explained: reasons.length });
    return { sentence: [first, ...reasons].join('\n'), isComplete: count === ids.length };
  };

const commandActor = (): Actor => ({ who: commandLine, now: Date.now() });

function requireYes({ yes }: DeskArguments, done: string): void {
  if (!yes) throw new CommandError(`Nothing was ${done}: this cannot be undone. Add --yes to confirm.`);
}

const revokeEach = applyToEach('licence', revokeById);

const refundSentences = {
  requested: 'the backend will ask the bank for the refund as soon as it runs',
  transfer: 'the backend will mark it as refunded as soon as it runs; send the money back by bank transfer',
  requestedBefore: 'the refund was requested before',
  unpaid: 'it is not paid, or was already refunded',
  missing: 'there is no such order',
};

const actions: Record<string, Write> = {
  'messages answer': applyToEach('message', (database, id, actor) =>
    markAnswered(database, id, { ...actor, answered: true }),
  ),
  'messages reopen': applyToEach('message', (database, id, actor) =>
    markAnswered(database, id, { ...actor, answered: false }),
  ),
  'messages delete': applyToEach('message', deleteMessage),
  'mail send-again': applyToEach('e-mail', async (...given) => {
    const obstacle = await sendAgain(...given);
    return obstacle === null || obstacleSentences[obstacle];
  }),
  'licences resend': applyToEach('licence', (database, id, actor, emailOptions) =>
    sendLicence(database, id, emailOptions, actor),
  ),
  'licences revoke': async (...given) => {
    idsOf(given[1]);
    requireYes(given[1], 'revoked');
    return revokeEach(...given);
  },
  async 'orders refund'(database, given, actor) {
    const orders = ordersOf(given);
    requireYes(given, 'refunded');
    const lines: string[] = [];
    let isComplete = true;
    for (const id of orders) {
      const result = await queueRefund(database, id, actor);
      lines.push(`${id}: ${refundSentences[result]}.`);
      if (result === 'unpaid' || result === 'missing') isComplete = false;
    }
    return { sentence: lines.join('\n'), isComplete };
  },
  async 'people erase'(database, given, actor) {
    const email = emailOf(given);
    requireYes(given, 'erased');
    const { erased, retained } = await erasePerson(database, email, actor);
    return {
      sentence: `Erased ${plural(erased, 'row')}; kept ${plural(retained, 'row')} of invoices that were paid or can still be paid.`,
      isComplete: true,
    };
  },
  async 'sessions end'(database, given, actor) {
    await closeAllSessions(database, emailOf(given).toLowerCase(), actor);
    return { sentence: 'Signed out everywhere.', isComplete: true };
  },
};

async function write<T>(place: DatabasePlace, effect: (database: Database) => Promise<T>): Promise<T> {
  // Opening the storage would make tables in an empty database, and change those of an earlier release that still runs.
  await readSnapshot(place, () => Promise.resolve());
  const storage = await openStorage(place);
  try {
    return await storage.write(effect);
  } finally {
    await storage.close();
  }
}

/** Prints the result of an action. Throws a CommandError if a part of it was not done. */
function report({ sentence, isComplete }: Done): void {
  if (!isComplete) throw new CommandError(sentence);
  console.log(sentence);
}

async function decide(config: CommandConfig, given: DeskArguments): Promise<void> {
  const decision = decisions.find((name) => name === given.action);
  if (!decision) throw new CommandError(usage);
  const ids = idsOf(given);
  const { count, changed } = await write(config, (database) =>
    decideComments(database, ids, { ...commandActor(), decision }),
  );
  const warning = await purgePages(config, changed);
  const sentence = printCount('comment', { count, total: ids.length });
  report({ sentence: warning ? `${sentence}\n${warning}` : sentence, isComplete: count === ids.length });
}

async function changeNews(config: CommandConfig, given: DeskArguments): Promise<void> {
  const command = Object.hasOwn(newsCommands, given.action) ? newsCommands[given.action] : undefined;
  if (!command) throw new CommandError(usage);
  const { sentence, isChanged } = await write(config, (database) => command(database, given, commandActor()));
  console.log(sentence);
  const warning = isChanged ? await purgePages(config, 'all') : null;
  if (warning) console.log(warning);
}

async function exportPerson(place: DatabasePlace, given: DeskArguments): Promise<void> {
  const email = emailOf(given);
  const actor = commandActor();
  const printed = await readSnapshot(place, async (database) => {
    const person = await findPerson(database, email);
    return printPerson(email, person, await readAttachments(database, person), actor.now);
  });
  const [, file] = given.rest;
  // An export that cannot be written is not logged, and a file whose log entry cannot be stored is deleted.
  const log = () => write(place, (database) => logExport(database, actor));
  if (!file) {
    await printCompletely(printed).catch(() => {
      throw new CommandError('The export is incomplete and was not logged.');
    });
    return log();
  }
  writePrivateFile(file, printed);
  await log().catch((error: unknown) => {
    rmSync(file);
    throw error;
  });
}

async function readEmailOptions({
  defaultLanguage: language,
  mailUrl,
  mailFrom,
}: CommandConfig): Promise<EmailOptions> {
  return {
    texts: await readTexts(findFolders().localesDir),
    language,
    hasMailServer: mailUrl !== null && mailFrom !== null,
  };
}

async function run(config: CommandConfig, given: DeskArguments): Promise<void> {
  const name = `${given.what} ${given.action}`;
  const list = lists[name];
  const action = actions[name];
  if (list) {
    const rows = await readSnapshot(config, (database) => list(database, given));
    if (given.json) console.log(JSON.stringify(rows, null, 2));
    else printTable(rows);
  } else if (action) {
    const emailOptions = await readEmailOptions(config);
    report(await write(config, (database) => action(database, given, commandActor(), emailOptions)));
  } else if (given.what === 'news') await changeNews(config, given);
  else if (given.what === 'comments') await decide(config, given);
  else if (name === 'people export') await exportPerson(config, given);
  else throw new CommandError(usage);
}

/** Runs an action of the desk as a command. */
export async function runDesk(args: string[], readConfig: () => CommandConfig): Promise<void> {
  const given = parseDeskArguments(args);
  const config = readConfig();
  // A command on a wrong DATA_DIR must not create a database there and say that it has erased everything.
  if (!hasDatabase(config)) throw new CommandError(`Nothing was done: ${noDatabaseIn(config)}`);
  await run(config, given);
}
