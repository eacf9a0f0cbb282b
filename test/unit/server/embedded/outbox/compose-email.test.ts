import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeConfirmation, composeMessage, type MessageFacts } from '#server/embedded/outbox/compose-email.ts';
import { texts } from '../../../../support/texts.ts';

const facts: MessageFacts = {
  name: 'Olha Kovalenko',
  email: 'olha@example.com',
  message: 'We need a harbour pilot.\nBy <b>May</b> & "soon".',
  topic: 'legal',
  language: 'ua',
  attachmentName: 'contract.pdf',
  date: new Date('2026-03-01T10:00:00Z'),
};

describe('the e-mail to the company', () => {
  it('contains the message, the sender, the time, the language and the file name, as text and as HTML', () => {
    const email = composeMessage({ texts, language: 'en' }, 'legal@obrii.example', facts);
    assert.equal(email.to, 'legal@obrii.example');
    assert.equal(email.replyTo, 'olha@example.com');
    assert.equal(email.subject, 'Legal: a message from Olha Kovalenko');
    for (const part of ['Topic: Legal', 'Language of the page: Ukrainian', 'Attachment: contract.pdf', facts.message])
      assert.ok(email.text.includes(part), part);
    assert.match(email.text, /Received: 1 March 2026 at 12:00, Kyiv time\n/);
    assert.match(email.html, /By &lt;b&gt;May&lt;\/b&gt; &amp; &quot;soon&quot;\./);
    assert.match(email.html, /<html lang="en">/);
  });

  it('is in the company’s language', () => {
    const email = composeMessage({ texts, language: 'ua' }, 'x@obrii.example', facts);
    assert.equal(email.subject, 'Юридичні питання: пише Olha Kovalenko');
    assert.match(email.text, /Мова сторінки: українська/);
    assert.match(email.html, /<html lang="uk">/);
  });

  it('has a subject of one line, even when a name contains line breaks', () => {
    const name = 'Olha\r\nBcc: everybody@example.com';
    const email = composeMessage({ texts, language: 'en' }, 'x@obrii.example', { ...facts, name });
    assert.equal(email.subject, 'Legal: a message from Olha Bcc: everybody@example.com');
  });

  it('shows that topic and language are missing', () => {
    const unknown = { ...facts, topic: null, language: null, attachmentName: null };
    const { subject, text } = composeMessage({ texts, language: 'en' }, 'x@obrii.example', unknown);
    assert.equal(subject, 'No topic: a message from Olha Kovalenko');
    assert.match(text, /Topic: No topic\n/);
    assert.match(text, /Language of the page: not given/);
    assert.doesNotMatch(text, /Attachment/);
  });
});

describe('the confirmation', () => {
  it('is in the language of the page, and in the company’s where that is not known', () => {
    assert.equal(composeConfirmation({ texts, language: 'en' }, facts).subject, 'Ми отримали ваше повідомлення');
    assert.equal(
      composeConfirmation({ texts, language: 'ua' }, { ...facts, language: 'en' }).subject,
      'We have received your message',
    );
    assert.equal(
      composeConfirmation({ texts, language: 'ua' }, { ...facts, language: null }).subject,
      'Ми отримали ваше повідомлення',
    );
  });

  it('contains the time of the answer, for each topic', () => {
    const textOf = (topic: string | null) =>
      composeConfirmation({ texts, language: 'en' }, { ...facts, language: 'en', topic }).text;
    assert.match(textOf('general'), /within one working day/);
    assert.match(textOf('career'), /read your CV/);
    assert.match(textOf('legal'), /five working days/);
    assert.match(textOf(null), /reply to this address/);
  });

  it('repeats nothing that was typed, because anybody can type anybody’s address', () => {
    const email = composeConfirmation({ texts, language: 'en' }, { ...facts, language: 'en' });
    for (const part of [email.subject, email.text, email.html])
      for (const typed of ['Olha', 'harbour', 'contract.pdf']) assert.ok(!part.includes(typed), typed);
    assert.equal(email.isAutomatic, true);
    assert.equal(email.replyTo, null);
  });

  it('has no characters that only pages need, such as no-break spaces', () => {
    const { subject, text } = composeConfirmation({ texts, language: 'en' }, facts);
    assert.doesNotMatch(subject + text, /[\u00a0\u2060]|\{\w+\}/);
  });
});
