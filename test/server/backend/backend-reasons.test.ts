import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unbindWords } from '#shared/unbind-words.ts';
import { paths, purchase, serveWith, trial, type Fault } from '../../support/activation.ts';
import { contactFormData } from '../../support/contact.ts';
import { sendJson } from '../../support/fake-backend.ts';
import { form, json, shown, urlEncoded } from '../../support/posts.ts';

const ukrainian = { cookie: 'language=ua' };
const inUkrainian = (body: object) => {
  const { headers, ...call } = json(body);
  return { ...call, headers: { ...headers, ...ukrainian } };
};

const reasonOf = async (answer: Response) => unbindWords(((await answer.json()) as { error: string }).error);
const pageOf = async (answer: Response) => unbindWords(shown(await answer.text()));

const refusing =
  (error: string, status = 400): Fault =>
  (_request, response) =>
    sendJson(response, status, { error });

describe('a refusal of the backend on a Ukrainian page', () => {
  it('is translated for API calls of Ukrainian pages', async (t) => {
    const site = await serveWith(t, refusing('Invalid machine id.'));
    const answer = await site.get(paths.trial, inUkrainian(trial));
    const expected = 'Цей ідентифікатор комп’ютера недійсний. Скопіюйте його з GITL ще раз.';
    assert.equal(await reasonOf(answer), expected);
    const invoice = await site.get(paths.invoice, inUkrainian({ ...purchase, language: 'ua' }));
    assert.equal(await reasonOf(invoice), expected);
  });

  it('is written out in English for API calls of English pages', async (t) => {
    const site = await serveWith(t, refusing('machine_id and email are required'));
    const answer = await site.get(paths.trial, json(trial));
    assert.equal(await reasonOf(answer), 'Enter the machine identifier and the email.');
  });

  it('is shown without JavaScript as a text of the page', async (t) => {
    const site = await serveWith(t, refusing('Trial already used'));
    const answer = await site.get('/gitl', {
      ...urlEncoded({ plan: 'trial', ...trial, language: 'ua' }),
      headers: ukrainian,
    });
    assert.match(await pageOf(answer), /<span>На цьому комп’ютері пробним періодом уже скористалися,/);
  });

  it('has the tag of its language when it has no translation', async (t) => {
    const site = await serveWith(t, refusing('This machine has a licence'));
    const answer = await site.get('/gitl', {
      ...urlEncoded({ plan: 'trial', ...trial, language: 'ua' }),
      headers: ukrainian,
    });
    assert.match(await pageOf(answer), /<span lang="en">This machine has a licence<\/span>/);
  });

  it('of a message is in Ukrainian with JavaScript and without', async (t) => {
    const site = await serveWith(t, refusing('The data could not be stored. Please try again later.', 503));
    const call = await site.get('/api/contact', { ...form(contactFormData()), headers: ukrainian });
    assert.equal(await reasonOf(call), 'Нам не вдалося зберегти надіслане. Спробуйте ще раз пізніше.');
    const page = await site.get('/contacts?lang=ua', form(contactFormData()));
    assert.equal(page.status, 503);
    assert.match(await pageOf(page), /Нам не вдалося зберегти надіслане\./);
  });
});
