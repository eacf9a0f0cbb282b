import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { applyHead } from '#client/navigation/apply-head.ts';
import { headTags } from '#shared/head.ts';

const at = { origin: 'https://obrii.example', path: '/team', language: 'en' } as const;
const team = { title: 'Our team', description: 'Who works here.', keywords: ['team'] };

const tagsOf = () =>
  [...document.head.querySelectorAll('meta, link')].map((element) => ({
    tag: element.localName,
    attributes: Object.fromEntries(
      [...element.attributes].flatMap(({ name, value }) => (name === 'data-head' ? [] : [[name, value]])),
    ),
  }));

describe('the head of a document', () => {
  it('gets the title, the language and the tags of the page that is shown', () => {
    applyHead(team, at);
    assert.equal(document.title, 'Our team');
    assert.equal(document.documentElement.lang, 'en');
    assert.deepEqual(tagsOf(), headTags(team, at));
    assert.equal(document.head.querySelectorAll('[data-head=""]').length, headTags(team, at).length);
  });

  it('does not write the language again, which would make the browser calculate all styles', async () => {
    applyHead(team, at);
    let records = 0;
    const observer = new MutationObserver((changes) => {
      records += changes.length;
    });
    observer.observe(document.documentElement, { attributes: true });
    applyHead({ title: 'About', description: 'Who we are.' }, { ...at, path: '/about' });
    await setTimeout();
    assert.equal(records, 0);
    applyHead(team, { ...at, language: 'ua' });
    await setTimeout();
    assert.equal(records, 1);
    observer.disconnect();
  });

  it('names the address of this site for a missing page whose path begins with two slashes', () => {
    for (const path of ['//', '///', '//obrii.test/team']) {
      applyHead({ ...team, noindex: true }, { ...at, path, language: 'ua' });
      const shared = document.head.querySelector('meta[property="og:url"]')?.getAttribute('content');
      assert.equal(shared, `https://obrii.example${path}?lang=ua`);
    }
  });

  it('loses the tags of the page before, and keeps others', () => {
    document.head.innerHTML = '<meta charset="utf-8"><meta name="keywords" content="printed" data-head>';
    applyHead(team, at);
    const about = { title: 'Про нас', description: 'Хто ми.' };
    const place = { ...at, path: '/about', language: 'ua' } as const;
    applyHead(about, place);
    assert.equal(document.documentElement.lang, 'uk');
    assert.deepEqual(tagsOf(), [{ tag: 'meta', attributes: { charset: 'utf-8' } }, ...headTags(about, place)]);
  });
});
