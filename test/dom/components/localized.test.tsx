import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Api } from '#shared/api.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import type { Language } from '#shared/languages.ts';
import { FeaturedNews } from '#client/pages/news/featured-news.tsx';
import { NewsCard } from '#client/components/news-card.tsx';
import { page } from '#client/pages/news-article.tsx';
import newsUa from '../../../locales/ua/news.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const item: NewsItem = {
  id: '1',
  slug: 'english-only',
  headline: 'Only in English',
  description: 'No translation yet',
  content: '<p>The body of the article</p>',
  our_view: 'What we think of it',
  author: 'Marta Hill',
  image: '/static/news/ship.svg',
  image_alt: 'A ship',
  date: '2026-01-02T03:04:05Z',
  category: 'Technology',
};
const translated: NewsItem = {
  ...item,
  headline_uk: 'Також українською',
  description_uk: 'Є переклад',
  content_uk: '<p>Текст статті</p>',
  our_view_uk: 'Що ми думаємо',
  image_alt_uk: 'Корабель',
  author_uk: 'Марта Гілл',
};

/** The language of the element that shows a text, as a browser finds it; the page itself is in `language`. */
function renderedLanguages(t: TestContext, what: 'card' | 'slide' | 'article', news: NewsItem, language: Language) {
  const api: Partial<Api> = { comments: () => Promise.resolve({ items: [], total: 0 }) };
  const data = {
    item: news,
    commentPage: null,
    comments: new Promise<never>(() => {}),
    others: new Promise<never>(() => {}),
  };
  const parts = {
    card: <NewsCard item={news} position={0} />,
    slide: <FeaturedNews items={[news]} />,
    article: <page.Page data={data} />,
  };
  const { container } = renderPart(t, parts[what], { language, api });
  const langOf = (element: Element | null | undefined) => element?.closest('[lang]')?.getAttribute('lang') ?? null;
  return {
    of: (text: string) => {
      const elements = [...container.querySelectorAll('*')].filter(
        (element) => element.children.length === 0 && element.textContent.includes(text),
      );
      assert.ok(elements.length > 0, `"${text}" is shown`);
      return [...new Set(elements.map(langOf))];
    },
    words: (selector: string) => container.querySelector(selector)?.textContent,
    ofPicture: () => langOf(container.querySelector('img[alt]:not([alt=""])')),
    marked: () => container.querySelectorAll('[lang]').length,
  };
}

describe('news without a Ukrainian text, on a Ukrainian page,', () => {
  for (const what of ['card', 'slide', 'article'] as const) {
    it(`is marked as English in a ${what}`, (t) => {
      const { of } = renderedLanguages(t, what, item, 'ua');
      assert.deepEqual(of(item.headline), ['en']);
      assert.deepEqual(of(item.description), ['en']);
    });
  }

  it('is marked as English in the body, the view, the author and the picture of an article', (t) => {
    const { of, ofPicture } = renderedLanguages(t, 'article', item, 'ua');
    assert.deepEqual(of('The body of the article'), ['en']);
    assert.deepEqual(of('What we think of it'), ['en']);
    assert.deepEqual(of('Marta Hill'), ['en']);
    assert.equal(ofPicture(), 'en');
  });

  it('has its author marked without the words around the name', (t) => {
    const { of, words } = renderedLanguages(t, 'article', item, 'ua');
    assert.deepEqual(of('Marta Hill'), ['en']);
    assert.equal(words('.news-meta > :last-child'), newsUa.author.replace('{author}', 'Marta Hill'));
    assert.equal(renderedLanguages(t, 'article', translated, 'ua').words('.news-meta > :last-child [lang]'), undefined);
  });

  it('is marked text by text', (t) => {
    const { of } = renderedLanguages(t, 'card', { ...translated, description_uk: '' }, 'ua');
    assert.deepEqual(of('Також українською'), [null]);
    assert.deepEqual(of(item.description), ['en']);
  });
});

describe('news in the language of the page', () => {
  for (const [news, language] of [
    [translated, 'ua'],
    [translated, 'en'],
    [item, 'en'],
  ] as const) {
    it(`has no mark (${language}, ${news === item ? 'English alone' : 'both texts'})`, (t) => {
      for (const what of ['card', 'slide', 'article'] as const)
        assert.equal(renderedLanguages(t, what, news, language).marked(), 0, what);
    });
  }
});

describe('a category', () => {
  const categories: [category: string, language: Language, name: string, lang: string | null][] = [
    ['Research', 'ua', 'Дослідження', null],
    ['Research', 'en', 'Research', null],
    ['Gardening', 'ua', 'Gardening', 'en'],
    ['Gardening', 'en', 'Gardening', null],
    ['Садівництво', 'ua', 'Садівництво', null],
    ['Садівництво', 'en', 'Садівництво', 'uk'],
    ['constructor', 'ua', 'constructor', 'en'],
  ];
  for (const [category, language, name, lang] of categories) {
    it(`${category} is called ${name} in ${language}, ${lang ? `marked as ${lang}` : 'without a mark'}`, (t) => {
      const { getByText } = renderPart(t, <NewsCard item={{ ...item, category }} position={0} />, { language });
      assert.equal(getByText(name).getAttribute('lang'), lang);
    });
  }
});
