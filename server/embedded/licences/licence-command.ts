import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { cleanEmail } from '#shared/email.ts';
import type { Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { answerHelp, CommandError } from '../lib/command-error.ts';
import { toTerminalLine } from '../lib/terminal.ts';
import { codeOf } from '../lib/error-facts.ts';
import { writePrivateFile } from '../lib/write-private-file.ts';
import { hasDatabase, readSnapshot } from '../storage/read-snapshot.ts';
import { generatedKeyFile } from '../storage/sqlite-file.ts';
import type { DatabasePlace } from '../storage/storage.ts';
import type { Database } from '../storage/tables.ts';
import {
  generateLicenceKey,
  keyId,
  openLicenceKeys,
  parseLicenceKeys,
  readLicenceKeyPlace,
  type LicenceKeys,
} from './licence-keys.ts';
import { verifyLicence } from './licence-text.ts';

const usage = `Usage: npm run licence -- keygen <file>       makes a key for LICENCE_KEY in a new file
       npm run licence -- verify <file>       prints what is in a licence, and whether a key of LICENCE_KEY has signed it
       npm run licence -- show                prints the public keys, which the extension needs
       npm run licence -- show <text>         lists the licences of an e-mail address, a machine identifier or an order`;

function printPublicKeys({ verifiers }: LicenceKeys): void {
  for (const [id, key] of verifiers) console.log(`${id}\n${key.export({ type: 'spki', format: 'pem' }).toString()}`);
}

function generateKeyFile(file: string): void {
  const pem = generateLicenceKey();
  writePrivateFile(file, pem);
  console.log(`The private key ${keyId(createPublicKey(pem))} is in ${file}. Its public key:\n`);
  printPublicKeys(parseLicenceKeys(pem));
}

/** Reads the configured keys. A missing key is not generated here, because a new key has signed nothing. */
function readKeys(config: Config): LicenceKeys {
  const { configured, generateIn } = readLicenceKeyPlace(config);
  const hasKey = configured !== null || (generateIn !== null && existsSync(join(generateIn, generatedKeyFile)));
  const opened = hasKey ? openLicenceKeys({ configured, generateIn }) : null;
  if (!opened) throw new ConfigError('LICENCE_KEY is not set, and no key was made here.');
  return opened;
}

function verifyFile(file: string, keys: LicenceKeys): void {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file}: ${codeOf(error)}.`);
  }
  const read = verifyLicence(text, keys.verifiers);
  if ('problem' in read) throw new CommandError(`This is not a valid licence: ${read.problem}.`);
  const { plan, machine, issued, expires, key } = read.licence;
  const facts = toTerminalLine(`${plan} for ${machine}, from ${issued} to ${expires}, signed by key ${key}`);
  if (Date.parse(expires) <= Date.now()) throw new CommandError(`${facts}; it has expired.`);
  console.log(`${facts}.`);
}

/** The case of the letters does not matter. The database lowers both sides, because SQLite lowers only Latin letters. */
const hasEmail = (email: string) => sql<boolean>`lower(email) = lower(${cleanEmail(email)})`;

async function list(database: Database, wanted: string): Promise<void> {
  const licences = await database
    .selectFrom('licences')
    .selectAll()
    .where(({ eb, or }) =>
      or([
        hasEmail(wanted),
        eb('machine_id', '=', wanted),
        eb('order_id', '=', wanted),
        // The trial of a computer has one licence, whose text every address gets that has asked for it.
        eb('machine_id', 'in', database.selectFrom('trials').select('machine_id').where(hasEmail(wanted))).and(
          'plan',
          '=',
          'trial',
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  if (licences.length === 0) throw new CommandError('There is no such licence.');
  for (const { plan, machine_id, email, issued, expires, revoked, order_id, licence } of licences) {
    const state = revoked ? `revoked ${revoked}` : `to ${expires}`;
    console.log(
      toTerminalLine(`${plan} for ${machine_id}, ${email}, from ${issued}, ${state}, order ${order_id ?? 'none'}`),
    );
    console.log(`${licence}\n`);
  }
}

async function listFrom(place: DatabasePlace, wanted: string): Promise<void> {
  if (!hasDatabase(place)) throw new CommandError(`There is no licence yet: there is no database in ${place.dataDir}.`);
  await readSnapshot(place, (database) => list(database, wanted));
}

/** Generates keys, verifies licences and lists issued ones. */
export async function runLicence(args: string[], readConfig: () => Config): Promise<void> {
  answerHelp(usage, args);
  const [action, argument, ...rest] = args;
  if (rest.length > 0) throw new CommandError(usage);
  if (action === 'keygen' && argument) generateKeyFile(argument);
  else if (action === 'verify' && argument) verifyFile(argument, readKeys(readConfig()));
  else if (action === 'show' && argument) await listFrom(readConfig(), argument);
  else if (action === 'show') printPublicKeys(readKeys(readConfig()));
  else throw new CommandError(usage);
}
