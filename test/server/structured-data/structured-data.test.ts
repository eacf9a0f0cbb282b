import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames, type Language } from '#shared/languages.ts';
import { builtInNews } from '#shared/built-in-news.ts';
import type { TextTree } from '#shared/text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { routes } from '#client/routes.ts';
import type { TextStore } from '#server/lib/texts.ts';
import { hostileHeadlines, hostileNews } from '../../support/hostile.ts';
import { readHead, type Thing } from '../../support/read-head.ts';
import { serve } from '../../support/serve.ts';
import { serveArticles } from '../../support/serve-articles.ts';

const origin = 'https://obrii.example';
const article = '/news/smart-protective-equipment';
const pages = routes.map(({ path }) => path.replace('/news/:slug', article));

const ofType = (graph: Thing[], type: string) => graph.filter((thing) => thing['@type'] === type);

function the(graph: Thing[], type: string): Thing {
  const found = ofType(graph, type);
  assert.equal(found.length, 1, `one ${type}`);
  return found[0] as Thing;
}

/** Every object in a graph that only names another by its id. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === '@id') return [(value as { '@id': string })['@id']];
  return Object.values(value).flatMap(references);
}

/** The texts of the team, without the skills of the first member. */
function withoutSkills(team: TextTree): TextTree {
  const members = team['members'] as Record<string, TextTree>;
  const { skills: _, ...founder } = members['ceo-founder'] ?? {};
  return { ...team, members: { ...members, 'ceo-founder': founder } };
}

/** The graphs of pages that a test has read, by their addresses: later tests read the same pages. */
const known = new Map<string, Thing[]>();

async function graphOf(html: (path: string) => Promise<string>, path: string, language: Language = 'en') {
  const address = `${path}?lang=${language}`;
  const graph = known.get(address) ?? readHead(await html(address)).graph;
  known.set(address, graph);
  return graph;
}

describe('the graph', () => {
  it('of every page in both languages has the company, the site and the page, and no broken reference', async (t) => {
    const { html } = await serve(t);
    for (const path of pages) {
      for (const language of languageNames) {
        const graph = await graphOf(html, path, language);
        const company = the(graph, 'Organization');
        const logo = company['logo'] as Record<string, string>;
        assert.match(logo['url'] ?? '', /\/social\/logo-512[-.\w]*\.png$/);
        assert.equal((company['address'] as Record<string, string>)['addressCountry'], 'UA');
        assert.equal(
          (company['address'] as Record<string, string>)['addressLocality'],
          language === 'ua' ? 'Київ' : 'Kyiv',
        );
        for (const point of company['contactPoint'] as Record<string, string>[]) {
          assert.equal(point['@type'], 'ContactPoint');
          assert.match(point['email'] ?? '', /@obrii\.example$/);
          assert.ok(point['contactType']);
        }
        assert.equal(the(graph, 'WebSite')['url'], `${origin}/`);
        const page = graph.find((thing) => thing['@id']?.endsWith('#webpage')) as Thing;
        assert.equal(page['url'], `${origin}${path}?lang=${language}`);
        assert.equal(page['inLanguage'], language === 'ua' ? 'uk' : 'en');

        const ids = graph.map((thing) => thing['@id']);
        assert.equal(new Set(ids).size, ids.length, `${path}: every part has an id of its own`);
        for (const id of references(graph)) assert.ok(ids.includes(id), `${path}: nothing is called ${id}`);
      }
    }
  });

  it('has breadcrumbs on every page but the home page', async (t) => {
    const { html } = await serve(t);
    assert.deepEqual(ofType(await graphOf(html, '/'), 'BreadcrumbList'), []);
    for (const path of pages.filter((name) => name !== '/')) {
      const items = the(await graphOf(html, path), 'BreadcrumbList')['itemListElement'] as Record<string, unknown>[];
      assert.deepEqual(
        items.map(({ position }) => position),
        items.map((_, index) => index + 1),
      );
      assert.equal(items[0]?.['item'], `${origin}/?lang=en`);
      assert.equal(items.at(-1)?.['item'], `${origin}${path}?lang=en`);
      for (const { name } of items) assert.ok(name);
    }
    const items = the(await graphOf(html, article), 'BreadcrumbList')['itemListElement'] as Record<string, unknown>[];
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Obrii', 'News', 'The hard hat that calls for help'],
    );
  });

  it('has a service on every service page', async (t) => {
    const { html } = await serve(t);
    const services = [
      '/ai-automation',
      '/ml-integration',
      '/llm-development',
      '/custom-software-development',
      '/api-systems-integration',
      '/cloud-devops-platform-engineering',
      '/cybersecurity-compliance-engineering',
      '/data-engineering',
    ];
    for (const path of pages) {
      const found = ofType(await graphOf(html, path), 'Service');
      assert.equal(found.length, services.includes(path) ? 1 : 0, path);
      for (const thing of found) {
        assert.ok(thing['name'] && thing['description'] && thing['serviceType']);
        assert.deepEqual(thing['provider'], { '@id': `${origin}/#organization` });
      }
    }
  });

  it('has GITL with prices in dollars and hryvnias', async (t) => {
    const { html } = await serve(t);
    for (const language of languageNames) {
      const application = the(await graphOf(html, '/gitl', language), 'SoftwareApplication');
      assert.equal(application['name'], 'GITL');
      const offers = application['offers'] as Record<string, unknown>[];
      assert.deepEqual(
        offers.map(({ price, priceCurrency }) => `${String(price)} ${String(priceCurrency)}`),
        ['0 USD', '0 UAH', '2 USD', '80 UAH', '20 USD', '800 UAH'],
      );
      for (const offer of offers) assert.ok(offer['name']);
    }
  });

  it('has the five members of the team', async (t) => {
    const { html } = await serve(t);
    const people = ofType(await graphOf(html, '/team', 'ua'), 'Person');
    assert.equal(people.length, 5);
    for (const person of people) {
      assert.match(String(person['name']), /[А-ЯІЇЄҐ]/);
      assert.ok(person['jobTitle'] && (person['knowsAbout'] as string[]).length > 0);
      assert.match(String(person['image']), /^https:\/\/obrii\.example\/.+\.svg$/);
    }
    assert.deepEqual(ofType(await graphOf(html, '/about'), 'Person'), []);
  });

  it('has the skills that the team page shows, also when the translations lack them', async (t) => {
    const breakTexts = (texts: TextStore): TextStore => ({
      ...texts,
      area: (language, name) =>
        name === 'team' ? withoutSkills(texts.area(language, name)) : texts.area(language, name),
    });
    const { html } = await serve(t, { breakTexts });
    const page = await html('/team?lang=en');
    for (const person of ofType(readHead(page).graph, 'Person')) {
      const skills = person['knowsAbout'] as string[];
      assert.ok(skills.length >= 3, String(person['name']));
      for (const skill of skills) assert.ok(page.includes(`<li>${skill}</li>`), skill);
    }
  });

  it('has the fields of an article that search engines require', async (t) => {
    const { html } = await serve(t);
    const news = the(await graphOf(html, article, 'ua'), 'NewsArticle');
    assert.equal(news['headline'], 'Каска, що кличе на допомогу');
    assert.equal(news['datePublished'], '2025-10-18T07:30:00.000Z');
    assert.equal(news['dateModified'], '2025-10-18T07:30:00.000Z');
    assert.deepEqual(news['image'], [
      `${origin}/og/news/smart-protective-equipment-ua.png`,
      `${origin}/media/news/helmet.svg`,
    ]);
    assert.deepEqual(news['publisher'], { '@id': `${origin}/#organization` });
    assert.deepEqual(news['author'], { '@type': 'Person', name: 'Данило Ковтун' });
    assert.deepEqual(news['mainEntityOfPage'], { '@id': `${origin}${article}?lang=ua#webpage` });
  });

  it('has questions on the two articles that the specification names, with the content of the page', async (t) => {
    const { html } = await serve(t);
    for (const slug of ['smart-protective-equipment', 'wearable-safety-roi']) {
      for (const language of languageNames) {
        const page = await html(`/news/${slug}?lang=${language}`);
        const { graph } = readHead(page);
        const questions = the(graph, 'FAQPage')['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[];
        assert.ok(questions.length >= 4, slug);
        const shown = unbindWords(page.slice(page.indexOf('<main')))
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' ');
        for (const { name, acceptedAnswer } of questions) {
          assert.match(name, /\?$/);
          assert.ok(shown.includes(name), name);
          for (const paragraph of acceptedAnswer.text.split('\n'))
            assert.ok(shown.includes(paragraph.replaceAll('&', '&amp;')), paragraph);
        }
      }
    }
  });

  it('has no questions on other pages, and no vacancy anywhere', async (t) => {
    const { html } = await serve(t);
    const others = builtInNews.filter(
      ({ slug }) => !['smart-protective-equipment', 'wearable-safety-roi'].includes(slug),
    );
    for (const path of [...pages.filter((name) => name !== article), ...others.map(({ slug }) => `/news/${slug}`)]) {
      const graph = await graphOf(html, path);
      assert.deepEqual(ofType(graph, 'FAQPage'), [], path);
      assert.deepEqual(ofType(graph, 'JobPosting'), [], path);
    }
  });

  it('is missing on missing pages', async (t) => {
    const { html } = await serve(t);
    assert.deepEqual(readHead(await html('/none')).graph, []);
    assert.deepEqual(readHead(await html('/news/none')).graph, []);
  });

  it('cannot be closed by a headline', async (t) => {
    const { html } = await serveArticles(t, hostileNews);
    for (const name of Object.keys(hostileHeadlines)) {
      const text = await html(`/news/hostile-${name}?lang=en`);
      const news = the(readHead(text).graph, 'NewsArticle');
      assert.ok(String(news['headline']).length <= 110 && String(news['headline']).length > 0, name);
      const [, printed = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
      assert.doesNotMatch(printed, /</);
    }
  });
});
