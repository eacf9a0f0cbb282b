import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { plans } from '#shared/plans.ts';
import { generateLicenceKey, parseLicenceKeys } from '#server/embedded/licences/licence-keys.ts';
import { verifyLicence, writeLicence } from '#server/embedded/licences/licence-text.ts';

const keys = parseLicenceKeys(generateLicenceKey());
const facts = {
  plan: 'yearly',
  machine: '7F3A-91C2',
  issued: '2026-03-01T10:00:00.000Z',
  expires: '2027-03-01T10:00:00.000Z',
} as const;
const text = writeLicence(facts, keys.signer);

const readme = readFileSync(join(import.meta.dirname, '../../../../../server/embedded/licences/README.md'), 'utf8');
const [, code = ''] = /<!-- the check that a test runs -->\n\n```js\n([^]*?)^```$/m.exec(readme) ?? [];

interface Checked {
  checkLicence(
    text: string,
    known: { publicKeys: Record<string, string>; machine: string; now: number },
  ): { plan: string; expires: string };
}
const { checkLicence } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Checked;
const publicKeys = Object.fromEntries(
  [...keys.verifiers].map(([id, key]) => [id, key.export({ type: 'spki', format: 'pem' }).toString()]),
);
const during = Date.parse('2026-06-01T00:00:00Z');
const check = (licence: string, known: Partial<Parameters<Checked['checkLicence']>[1]> = {}) =>
  checkLicence(licence, { publicKeys, machine: facts.machine, now: during, ...known });

describe('a licence', () => {
  it('contains the values that it was made of', () => {
    assert.deepEqual(verifyLicence(text, keys.verifiers), {
      licence: { version: 1, key: keys.signer.id, product: 'gitl', ...facts },
    });
  });

  it('is short, and stays valid after mail programs have wrapped its lines', () => {
    assert.ok(text.length < 450, `${text.length}`);
    assert.ok(text.split('\n').every((line) => line.length <= 64));
    for (const changed of [
      text.replaceAll('\n', '\r\n'),
      `Hello,\n\n> below\n${text.replaceAll('\n', '\n   ')}\n-- \nObrii`,
      text.replaceAll('\n', ' '),
    ])
      assert.ok('licence' in verifyLicence(changed, keys.verifiers));
  });

  it('of any machine identifier is read as it was written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
        fc.constantFrom(...plans.map(({ id }) => id)),
        (machine, plan) => {
          const read = verifyLicence(writeLicence({ ...facts, machine, plan }, keys.signer), keys.verifiers);
          assert.ok('licence' in read);
          assert.deepEqual([read.licence.machine, read.licence.plan], [machine.toWellFormed(), plan]);
        },
      ),
    );
  });

  it('is invalid when a character was changed, or when another key has signed it', () => {
    const lines = text.split('\n');
    const from = lines[0]?.length ?? 0;
    for (let at = from + 1; at < text.length - (lines.at(-1)?.length ?? 0) - 1; at += 1) {
      const old = text[at] ?? '';
      if (!/[A-Za-z0-9+/]/.test(old)) continue;
      const changed = text.slice(0, at) + (old === 'A' ? 'B' : 'A') + text.slice(at + 1);
      const read = verifyLicence(changed, keys.verifiers);
      // The last characters before the padding contain unused bits.
      if ('licence' in read) assert.match(text.slice(at + 1, at + 3), /^=|^\n-|^\./);
    }
    const other = parseLicenceKeys(generateLicenceKey());
    assert.ok('problem' in verifyLicence(writeLicence(facts, other.signer), keys.verifiers));
    const disguised = writeLicence(facts, { ...other.signer, id: keys.signer.id });
    assert.deepEqual(verifyLicence(disguised, keys.verifiers), { problem: 'the signature is not that of the key' });
  });

  it('is not found in other texts, and the error gives the reason', () => {
    for (const nothing of ['', 'hello', '-----BEGIN GITL LICENCE-----\n-----END GITL LICENCE-----', text.slice(0, -5)])
      assert.ok('problem' in verifyLicence(nothing, keys.verifiers));
    fc.assert(fc.property(fc.string(), (any) => 'problem' in verifyLicence(any, keys.verifiers)));
  });
});

describe('the check in the README', () => {
  it('has at most twenty lines', () => {
    assert.ok(code.trim().split('\n').length <= 20);
  });

  it('accepts a licence with any line breaks', () => {
    assert.equal(check(text).plan, 'yearly');
    assert.equal(check(text.replaceAll('\n', '\r\n ')).expires, facts.expires);
  });

  for (const [title, licence, known, reason] of [
    ['another machine', text, { machine: '0000' }, /another machine/],
    ['the end', text, { now: Date.parse(facts.expires) }, /expired/],
    ['a clock that was set back', text, { now: Date.parse('2026-01-01') }, /clock/],
    ['an unknown key', text, { publicKeys: {} }, /unknown key/],
    ['no licence', 'hello', {}, /no licence/],
  ] as const) {
    it(`refuses ${title}`, () => {
      assert.throws(() => check(licence, known), reason);
    });
  }

  it('refuses another signature, and one of another key', () => {
    const other = parseLicenceKeys(generateLicenceKey());
    const disguised = writeLicence(facts, { ...other.signer, id: keys.signer.id });
    assert.throws(() => check(disguised), /wrong signature/);
  });

  it('has the same result as the site for every licence', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom('A', '=', '.', ' ', '-'), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        const read = verifyLicence(changed, keys.verifiers);
        if ('licence' in read) assert.equal(check(changed).plan, read.licence.plan);
        else assert.throws(() => check(changed));
      }),
      { numRuns: 500 },
    );
  });
});
