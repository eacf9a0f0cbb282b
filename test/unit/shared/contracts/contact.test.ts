import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check } from '#shared/contracts/check.ts';
import { ContactCall, ContactMessage } from '#shared/contracts/contact.ts';
import { isPdf } from '#shared/pdf.ts';
import english from '../../../../locales/en/contacts.json' with { type: 'json' };
import ukrainian from '../../../../locales/ua/contacts.json' with { type: 'json' };
import { goodMessage } from '../../../support/contact.ts';

describe('a contact message', () => {
  it('passes when every rule is kept', () => {
    const [errors] = check(goodMessage(), ContactMessage);
    assert.equal(errors, null);
  });

  for (const [field, value, key] of [
    ['firstName', 'O', 'firstNameMin'],
    ['firstName', ' O ', 'firstNameMin'],
    ['firstName', 'O'.repeat(101), 'tooLarge'],
    ['firstName', '', 'firstNameMissing'],
    ['lastName', ' ', 'lastNameMissing'],
    ['lastName', 'O', 'lastNameMin'],
    ['email', '', 'emailMissing'],
    ['email', 'olha', 'emailInvalid'],
    ['email', 'olha@example', 'emailInvalid'],
    ['email', 'olha example@a.b', 'emailInvalid'],
    ['message', '\n', 'messageMissing'],
    ['message', 'too short', 'messageMin'],
    ['message', '          x          ', 'messageMin'],
    ['message', 'x'.repeat(20_001), 'tooLarge'],
    ['privacyTerms', false, 'privacyRequired'],
    ['honeypot', 'http://spam.example', 'botDetected'],
    ['honeypot', ' ', 'botDetected'],
    ['timestamp', '1', 'invalid'],
    ['timestamp', NaN, 'invalid'],
    ['firstName', ['Olha', 'Petro'], 'invalid'],
  ] as const) {
    it(`says ${key} to ${field} ${JSON.stringify(value).slice(0, 30)}`, () => {
      const [errors] = check({ ...goodMessage(), [field]: value }, ContactMessage);
      assert.deepEqual(errors, { [field]: key });
    });
  }

  for (const [field, value] of [
    ['firstName', 'Ян'],
    ['lastName', "О'"],
    ['email', ' OLHA@EXAMPLE.COM '],
    ['message', '1234567890'],
  ] as const) {
    it(`takes ${field} ${JSON.stringify(value)}`, () => {
      assert.equal(check({ ...goodMessage(), [field]: value }, ContactMessage)[0], null);
    });
  }

  it('names every broken field at once', () => {
    const [errors] = check({}, ContactMessage);
    assert.deepEqual(Object.keys(errors ?? {}), Object.keys(goodMessage()));
  });

  it('refuses fields that it does not know', () => {
    assert.deepEqual(check({ ...goodMessage(), admin: true }, ContactMessage)[0], { admin: 'invalid' });
  });

  it('has a message for every rule in both languages', () => {
    for (const { contactForm } of [english, ukrainian]) {
      for (const key of [
        'firstNameMissing',
        'firstNameMin',
        'lastNameMissing',
        'lastNameMin',
        'emailMissing',
        'emailInvalid',
        'messageMissing',
        'messageMin',
        'privacyRequired',
        'botDetected',
      ] as const) {
        assert.ok(contactForm.errors[key]);
      }
    }
  });
});

describe('the call of /api/contact', () => {
  it('accepts an attachment and a topic', () => {
    const call = {
      ...goodMessage(),
      topic: 'career',
      attachment: { name: 'cv.pdf', data: 'JVBERi0=', type: 'application/pdf' },
    };
    assert.equal(check(call, ContactCall)[0], null);
  });

  it('names the missing fields of an attachment', () => {
    const [errors] = check({ ...goodMessage(), topic: 'spam', attachment: { name: 'cv.pdf' } }, ContactCall);
    assert.deepEqual(errors, { 'attachment.data': 'invalid', 'attachment.type': 'invalid', topic: 'invalid' });
  });
});

describe('a PDF', () => {
  it('is recognised only by its first bytes', () => {
    assert.equal(isPdf('%PDF-1.7'), true);
    assert.equal(isPdf('%PDF'), false);
    assert.equal(isPdf('PK\u0003\u0004'), false);
    assert.equal(isPdf(''), false);
  });
});
