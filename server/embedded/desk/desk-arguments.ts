import { cleanEmail, isEmail } from '#shared/email.ts';
import { CommandError, parseArguments } from '../lib/command-error.ts';
import { isIsoDate } from '../lib/iso-date.ts';
import { parseId } from '../lib/parse-id.ts';
import { defaultLimit, isCount } from '../lib/terminal.ts';
import { articleStates } from '../news/article-rows.ts';
import { commentStates } from './comments.ts';
import { parseTopic, type MessageFilter } from '../messages/messages.ts';
import { listedStates } from './order-list.ts';

/** The allowed states of each kind of list. */
const listable: Record<string, readonly string[]> = { orders: listedStates, news: articleStates };

export const usage = `Usage: npm run desk -- <what> <action> [options]
  messages list [--topic general|career|legal|none] [--search <words>] [--since <date>]
  messages answer|reopen|delete <id>...
  comments list [--state held|shown|hidden] [--since <date>]
  comments approve|hide|delete <id>...
  news list [--state draft|scheduled|published|unpublished]
  news publish|unpublish <address>...   --yes publishes although Ukrainian is missing
  news delete <address>... --yes     of articles that visitors do not see, with their comments
  news versions <address>            who has saved what and when
  news return <address> <version>    makes an older version the newest one
  people export <e-mail> [file]      all that is stored about an address, as JSON
  people erase <e-mail> --yes        deletes it
  orders list [--state <state>] [--search <words>]
                                     trials and invoices
  orders history <number>...         states of the payment, e-mails and actions, each with its time
  orders refund <number>... --yes    asks the bank for a refund, or marks a bank transfer as refunded
  licences list [--search <words>]
  licences resend <id>...            a new e-mail to the buyer
  licences revoke <id>... --yes      revokes them; no money is refunded
  mail send-again <id>...            e-mails that failed, or were kept without a mail server
  sessions end <e-mail>              signs somebody out everywhere
  audit-log list                     who has done what
Lists take --limit <number>, --page <number> and --json, which prints an array of objects; versions and history take
--json.`;

export interface DeskArguments {
  what: string;
  action: string;
  /** The remaining arguments: ids, or an e-mail address and a file. */
  rest: string[];
  /** The remaining arguments as ids; null if one of them is not a number. */
  ids: number[] | null;
  json: boolean;
  yes: boolean;
  topic: MessageFilter['topic'];
  search: string | undefined;
  /** The format is ISO 8601. */
  since: string | undefined;
  /** A state that is allowed for the listed kind. */
  state: string | undefined;
  limit: number;
  offset: number;
}

function readIds(rest: string[]): number[] | null {
  const ids = rest.map((text) => parseId(text));
  return ids.length > 0 && ids.every((id) => id !== null) ? ids : null;
}

const options = {
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  topic: { type: 'string' },
  search: { type: 'string' },
  since: { type: 'string' },
  state: { type: 'string' },
  limit: { type: 'string', default: String(defaultLimit) },
  page: { type: 'string', default: '1' },
} as const;

const listOptions = ['json', 'limit', 'page'];

/** The options of each command; a command that is not here has none. */
const optionsOf: Record<string, readonly string[]> = {
  'messages list': ['topic', 'search', 'since', ...listOptions],
  'comments list': ['state', 'since', ...listOptions],
  'news list': ['state', ...listOptions],
  'news versions': ['json'],
  'news publish': ['yes'],
  'news delete': ['yes'],
  'people erase': ['yes'],
  'orders list': ['state', 'search', ...listOptions],
  'orders history': ['json'],
  'orders refund': ['yes'],
  'licences list': ['search', ...listOptions],
  'licences revoke': ['yes'],
  'audit-log list': listOptions,
};

/**
 * The maximum number of arguments after the action; a command that is not here takes any number. Surplus arguments are
 * refused: `people erase` with two addresses would otherwise erase the first one and report success.
 */
const maxArguments: Record<string, number> = {
  'messages list': 0,
  'comments list': 0,
  'news list': 0,
  'news versions': 1,
  'news return': 2,
  'people export': 2,
  'people erase': 1,
  'orders list': 0,
  'licences list': 0,
  'sessions end': 1,
  'audit-log list': 0,
};

/**
 * Throws a CommandError that names the option if its value is invalid, or if its command does not have it. Throws a
 * UsageRequest if the arguments ask for the usage.
 */
export function parseDeskArguments(args: string[]): DeskArguments {
  const { values, positionals, tokens } = parseArguments(usage, {
    args,
    allowPositionals: true,
    options,
    tokens: true,
  });
  const { json, yes, topic, search, since, state, limit, page } = values;
  const [what = '', action = '', ...rest] = positionals;
  if (what === '') throw new CommandError(usage);
  const name = `${what} ${action}`.trimEnd();
  const allowed = optionsOf[name] ?? [];
  const surplus = rest.slice(maxArguments[name] ?? rest.length);
  const states: readonly string[] = listable[what] ?? commentStates;
  const unknown = tokens.find((token) => token.kind === 'option' && !allowed.includes(token.name));
  const problem = [
    unknown?.kind === 'option' && `${name} has no option --${unknown.name}.`,
    surplus.length > 0 && `${name} has too many arguments: ${surplus.join(' ')}`,
    !isCount(limit) && `--limit must be a whole number above 0: ${limit}`,
    !isCount(page) && `--page must be a whole number above 0: ${page}`,
    topic !== undefined &&
      parseTopic(topic) === undefined &&
      `--topic must be general, career, legal or none: ${topic}`,
    since !== undefined && !isIsoDate(since) && `--since must be a date such as 2026-11-01: ${since}`,
    state !== undefined && !states.includes(state) && `--state must be one of ${states.join(', ')}: ${state}`,
  ].find((sentence) => typeof sentence === 'string');
  if (problem) throw new CommandError(`${problem}\n\n${usage}`);
  return {
    what,
    action,
    rest,
    ids: readIds(rest),
    json,
    yes,
    topic: parseTopic(topic),
    search,
    since: since && new Date(since).toISOString(),
    state,
    limit: Number(limit),
    offset: (Number(page) - 1) * Number(limit),
  };
}

/** The numbers of orders that were given; throws a CommandError without one. */
export function ordersOf({ rest }: DeskArguments): string[] {
  if (rest.length === 0) throw new CommandError('Give the order numbers, as the list shows them.');
  return rest;
}

/** The ids that were given; throws a CommandError without one. */
export function idsOf({ ids }: DeskArguments): number[] {
  if (!ids) throw new CommandError('Give the ids, as the list shows them.');
  return ids;
}

/** The e-mail address that was given; throws a CommandError without a valid one. */
export function emailOf({ rest: [email = ''] }: DeskArguments): string {
  if (!isEmail(email)) throw new CommandError('Give an e-mail address.');
  return cleanEmail(email);
}
