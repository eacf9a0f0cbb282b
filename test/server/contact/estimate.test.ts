import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shown } from '../../support/posts.ts';
import { serve } from '../../support/serve.ts';

const text = (html: string) =>
  shown(html)
    .replace(/<[^>]*>/g, '')
    .replace(/[\u00a0\u2060]/g, ' ')
    .replace(/\s+/g, ' ');

describe('the estimate without JavaScript', () => {
  it('is on the contacts page with a first result', async (t) => {
    const { html } = await serve(t);
    const page = await html('/contacts');
    assert.match(text(page), /13– ?26 weeks Before the work begins, the plan takes up to two weeks\./);
    assert.match(page, /<form[^>]*action="\/contacts#how-far"/);
  });

  it('shows the result of the form, and the choices again', async (t) => {
    const { html } = await serve(t);
    const page = await html('/contacts?job=report&with=crm&with=shop&with=access&by=2020-01-01');
    assert.match(page, /<option[^>]*value="report"[^>]*selected=""|<option[^>]*selected=""[^>]*value="report"/);
    assert.equal(page.match(/<input(?=[^>]*name="with")(?=[^>]*checked="")[^>]*>/g)?.length, 3);
    assert.match(text(page), /7– ?9 weeks/);
    assert.match(text(page), /The date you chose has passed\./);
  });

  it('is in Ukrainian, with the numerals of Ukrainian', async (t) => {
    const { html } = await serve(t);
    assert.match(text(await html('/contacts?lang=ua&job=review')), /3– ?4 тижні Перед роботою/);
  });

  it('is added to the message, and changes no other field', async (t) => {
    const { html } = await serve(t);
    const page = await html('/contacts?job=audit&with=crm&by=&write=1');
    const message = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page)?.[1] ?? '';
    assert.equal(
      shown(message).trim(),
      'The estimate on your site:\nWork: Cloud audit\nSystems: CRM\nEstimate: 2 weeks of work, after up to two weeks for the plan',
    );
    assert.doesNotMatch(page, /aria-invalid="true"|<title>Error/);
    assert.doesNotMatch(await html('/contacts?job=audit'), /<textarea[^>]*>[^<]/);
  });

  it('with arbitrary values never fills the page cache, and is no page of its own for search engines', async (t) => {
    const { get, app } = await serve(t);
    await app.warm();
    for (let number = 0; number < 5; number += 1) {
      const answer = await get(`/contacts?job=audit&with=${number}&by=2027-01-0${number + 1}`);
      assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
      assert.doesNotMatch(answer.headers.get('server-timing') ?? '', /hit/);
      assert.match(await answer.text(), /rel="canonical" href="[^"?]*\/contacts(?:\?lang=en)?"/);
    }
  });

  it('does not print arbitrary values of its address', async (t) => {
    const { html } = await serve(t);
    const page = await html('/contacts?job=%3Cb%3Estranger&with=%3Ci%3Estranger&by=stranger&write=stranger');
    assert.doesNotMatch(page, /<[bi]>stranger/);
    assert.doesNotMatch(text(page.replace(/<script.*?<\/script>/gs, '')), /stranger/);
  });
});
