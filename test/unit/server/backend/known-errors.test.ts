import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTranslateError, knownErrors } from '#server/backend/known-errors.ts';
import { readme } from '../../../support/backend-readme.ts';
import { readAreas } from '../../../support/locales.ts';
import { texts } from '../../../support/texts.ts';

describe('a reason of the backend', () => {
  const translate = createTranslateError(texts);
  const reason = (error: unknown, language: 'en' | 'ua') =>
    (translate({ status: 400, body: { error, other: 1 } }, language).body as { error: unknown }).error;

  it('is in the language of the visitor when it is known, whatever its case, mark and list of fields', () => {
    for (const known of Object.keys(knownErrors)) {
      for (const written of [known, `${known.toUpperCase()}.`, `${known}!`, `  ${known}: a, b`]) {
        assert.match(String(reason(written, 'ua')), /^[А-ЯІЇЄҐ]/u, written);
        assert.match(String(reason(written, 'en')), /^[A-Z]/, written);
      }
    }
  });

  it('stays as it is when it is unknown, or no text', () => {
    for (const error of ['This machine has a licence', 'toString', 'constructor', '', undefined, 7, { a: 1 }])
      assert.deepEqual(reason(error, 'ua'), error);
    for (const body of [undefined, null, 'text', []]) {
      const answer = { status: 502, body };
      assert.equal(translate(answer, 'ua'), answer);
    }
  });

  it('keeps the status and the rest of the answer', () => {
    const answer = { status: 503, body: { error: 'The data could not be stored.', id: 3 }, retryAfter: '5' };
    const { body, ...rest } = translate(answer, 'ua');
    assert.deepEqual(rest, { status: 503, retryAfter: '5' });
    assert.equal((body as { id: number }).id, 3);
  });

  it('is listed in the README, and every translation has a reason', () => {
    const listed = new Set([...readme.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.toLowerCase()));
    for (const known of Object.keys(knownErrors)) assert.ok(listed.has(known), known);
    assert.deepEqual(
      [...new Set(Object.values(knownErrors))].sort(),
      Object.keys(readAreas('en')['backend-errors'] ?? {}).sort(),
    );
  });
});
