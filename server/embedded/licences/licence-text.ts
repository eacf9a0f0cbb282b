import { sign, verify, type KeyObject } from 'node:crypto';
import { enums, literal, pattern, string, type, type Infer } from 'superstruct';
import { check } from '#shared/contracts/check.ts';
import { plans } from '#shared/plans.ts';

export const product = 'gitl';

/** The signed content of a licence. README.md beside this file describes the format for other programs. */
const Licence = type({
  version: literal(1),
  /** The id of the key that signed the licence. */
  key: string(),
  product: literal(product),
  plan: enums(plans.map(({ id }) => id)),
  machine: string(),
  /** Both dates are ISO 8601 in UTC. */
  issued: pattern(string(), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  expires: pattern(string(), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
});
type Licence = Infer<typeof Licence>;

const begin = '-----BEGIN GITL LICENCE-----';
const end = '-----END GITL LICENCE-----';
const lineLength = 64;

/** Returns the signed text: JSON and its Ed25519 signature, both in base64, between two marker lines. */
export function writeLicence(
  facts: Pick<Licence, 'plan' | 'machine' | 'issued' | 'expires'>,
  signer: { id: string; key: KeyObject },
): string {
  const licence: Licence = { version: 1, key: signer.id, product, ...facts };
  const payload = Buffer.from(JSON.stringify(licence));
  const body = `${payload.toString('base64')}.${sign(null, payload, signer.key).toString('base64')}`;
  return [begin, ...(body.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []), end].join('\n');
}

/** Returns the first signed text within another text; null if there is none. */
export const findLicenceText = (text: string): string | null =>
  new RegExp(`${begin}[^-]*${end}`).exec(text)?.[0] ?? null;

type VerifiedLicence = { licence: Licence } | { problem: string };

/**
 * Verifies a licence text with the given keys and returns its content. `problem` completes the sentence "It is no
 * licence: …".
 */
export function verifyLicence(text: string, keys: ReadonlyMap<string, KeyObject>): VerifiedLicence {
  const body = new RegExp(`${begin}([A-Za-z0-9+/=.\\s]*)${end}`).exec(text)?.[1]?.replace(/\s/g, '');
  const [payload, signature] = (body ?? '').split('.').map((part) => Buffer.from(part, 'base64'));
  if (!payload || !signature) return { problem: 'the lines BEGIN and END are not around a text and its signature' };
  let stated: unknown;
  try {
    stated = JSON.parse(payload.toString());
  } catch {
    return { problem: 'its text cannot be read' };
  }
  const [errors, licence] = check(stated, Licence);
  if (errors) return { problem: `these fields cannot be used: ${Object.keys(errors).join(', ')}` };
  const key = keys.get(licence.key);
  if (!key) return { problem: `no key ${licence.key} is known here` };
  return verify(null, payload, key, signature) ? { licence } : { problem: 'the signature is not that of the key' };
}
