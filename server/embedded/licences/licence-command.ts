import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from '#server/config/config.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { warnOfMisspeltVariables } from '#server/config/misspelt-variables.ts';
import { toTerminalLine } from '../commands/terminal.ts';
import { codeOf, messageOf } from '../error-facts.ts';
import { describeDatabaseError } from '../open-storage.ts';
import { readLicenceKeyPlace } from '../settings.ts';
import { readSnapshot } from '../storage/read-snapshot.ts';
import { databaseFile } from '../storage/sqlite-file.ts';
import type { Database } from '../storage/tables.ts';
import {
  generateLicenceKey,
  keyId,
  generatedKeyFile,
  openLicenceKeys,
  parseLicenceKeys,
  type LicenceKeys,
} from './licence-keys.ts';
import { verifyLicence } from './licence-text.ts';

type Environment = Record<string, string | undefined>;

const usage = `Usage: npm run licence -- keygen <file>       makes a key for LICENCE_KEY in a new file
       npm run licence -- verify <file>       says what a licence says, and whether a key of LICENCE_KEY has signed it
       npm run licence -- show                prints the public keys, which the extension needs
       npm run licence -- show <text>         lists the licences of an e-mail address, a machine identifier or an order`;

function fail(message: string): number {
  console.error(message);
  return 1;
}

function printPublicKeys({ verifiers }: LicenceKeys): void {
  for (const [id, key] of verifiers) console.log(`${id}\n${key.export({ type: 'spki', format: 'pem' }).toString()}`);
}

function generateKeyFile(file: string): number {
  const pem = generateLicenceKey();
  try {
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const code = codeOf(error);
    return fail(code === 'EEXIST' ? `${file} is there already: nothing was written.` : `${file}: ${code}.`);
  }
  console.log(`The private key ${keyId(createPublicKey(pem))} is in ${file}. Its public key:\n`);
  printPublicKeys(parseLicenceKeys(pem));
  return 0;
}

/** Reads the configured keys. A missing key is not generated here, because a new key has signed nothing. */
function readKeys(config: Config): LicenceKeys {
  const { configured, generateIn } = readLicenceKeyPlace(config);
  const hasKey = configured !== null || (generateIn !== null && existsSync(join(generateIn, generatedKeyFile)));
  const opened = hasKey ? openLicenceKeys({ configured, generateIn }) : null;
  if (!opened) throw new ConfigError('LICENCE_KEY is not set, and no key was made here.');
  return opened;
}

function verifyFile(file: string, keys: LicenceKeys): number {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return fail(`${file}: ${codeOf(error)}.`);
  }
  const read = verifyLicence(text, keys.verifiers);
  if ('fault' in read) return fail(`It is no licence: ${read.fault}.`);
  const { plan, machine, issued, expires, key } = read.licence;
  const isOver = Date.parse(expires) <= Date.now();
  console.log(
    toTerminalLine(
      `${plan} for ${machine}, from ${issued} to ${expires}, signed by key ${key}${isOver ? '; it is over' : ''}.`,
    ),
  );
  return isOver ? 1 : 0;
}

async function list(database: Database, wanted: string): Promise<number> {
  const licences = await database
    .selectFrom('licences')
    .selectAll()
    .where(({ eb, or }) => or([eb('email', '=', wanted), eb('machine_id', '=', wanted), eb('order_id', '=', wanted)]))
    .orderBy('id')
    .execute();
  for (const { plan, machine_id, email, issued, expires, revoked, order_id, licence } of licences) {
    const state = revoked ? `revoked ${revoked}` : `to ${expires}`;
    console.log(
      toTerminalLine(`${plan} for ${machine_id}, ${email}, from ${issued}, ${state}, order ${order_id ?? 'none'}`),
    );
    console.log(`${licence}\n`);
  }
  return licences.length > 0 ? 0 : fail('There is no such licence.');
}

async function listFrom(place: Pick<Config, 'dataDir' | 'databaseUrl'>, wanted: string): Promise<number> {
  if (!place.databaseUrl && !existsSync(join(place.dataDir, databaseFile)))
    return fail(`There is no licence yet: there is no database in ${place.dataDir}.`);
  try {
    return await readSnapshot(place, (database) => list(database, wanted));
  } catch (error) {
    return fail(describeDatabaseError(place, error) ?? `The licences cannot be read: ${messageOf(error)}.`);
  }
}

async function run([command, argument, ...rest]: string[], env: Environment): Promise<number> {
  if (rest.length > 0) return fail(usage);
  if (command === 'keygen' && argument) return generateKeyFile(argument);
  if (command === 'verify' && argument) return verifyFile(argument, readKeys(readConfig(env)));
  if (command !== 'show') return fail(usage);
  const config = readConfig(env);
  if (argument) return listFrom(config, argument);
  printPublicKeys(readKeys(config));
  return 0;
}

/** Generates keys, verifies licences and lists issued ones. Sets the exit code of the process. */
export async function runLicence(args: string[], env: Environment): Promise<void> {
  try {
    warnOfMisspeltVariables(env, (sentence) => console.error(sentence));
    process.exitCode = await run(args, env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.exitCode = fail(error.message);
  }
}
