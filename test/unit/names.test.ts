import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '#shared/languages.ts';
import { written } from '../support/words.ts';

describe('a page', () => {
  /** The areas of pages whose title in search results begins with their heading. */
  const pages: Record<string, string> = {
    about: 'about',
    team: 'team',
    careers: 'careers',
    contacts: 'contacts',
    details: 'details',
    process: 'process',
    news: 'news',
    apps: 'our-products',
    privacy: 'privacy',
    terms: 'terms',
    accessibility: 'accessibility',
    'ai-automation': 'ai-automation',
    'api-systems-integration': 'api-systems-integration',
    'cloud-devops-platform-engineering': 'cloud-devops-platform-engineering',
    'custom-software-development': 'custom-software',
    'cybersecurity-compliance-engineering': 'cybersecurity-compliance-engineering',
    'data-engineering': 'data-engineering',
    'ml-integration': 'ml-integration',
    'llm-development': 'llm-development',
  };
  /** Texts that lead to a page, or repeat its name: one ends with the other, as «Наша команда» with «Команда». */
  const names: [heading: string, ...links: string[]][] = [
    ['about.title', 'navbar.company'],
    ['team.title', 'navbar.team'],
    ['our-products.title', 'navbar.products', 'products.title'],
    ['careers.title', 'footer.careers'],
    ['contacts.title', 'footer.contacts', 'navbar.contacts'],
    ['privacy.title', 'footer.privacy'],
    ['terms.title', 'footer.terms'],
    ['process.title', 'footer.process', 'about.call.process', 'details.call.process', 'case-studies.process'],
    ['details.title', 'services.items.details.title'],
    ['ml-integration.title', 'services.items.ml.title'],
    ['llm-development.title', 'services.items.llm.title'],
    ['ai-automation.title', 'services.items.ai.title'],
    ['custom-software.title', 'services.items.custom.title'],
    ['api-systems-integration.title', 'services.items.integration.title'],
    ['cloud-devops-platform-engineering.title', 'services.items.cloud.title'],
    ['data-engineering.title', 'services.items.data.title'],
    ['cybersecurity-compliance-engineering.title', 'services.items.security.title'],
    ['contacts.contactForm.tabs.general', 'mail.topics.general', 'desk.topics.general'],
    ['contacts.contactForm.tabs.career', 'mail.topics.career', 'desk.topics.career'],
    ['contacts.contactForm.tabs.legal', 'mail.topics.legal', 'desk.topics.legal'],
  ];

  for (const language of languageNames) {
    it(`has one name in ${language}: in menus, headings, titles and links`, () => {
      const texts = new Map(written(language).map(({ place, text }) => [place, text]));
      const textOf = (place: string) => texts.get(place) ?? assert.fail(`there is no text ${place}`);
      for (const [heading, ...links] of names) {
        const name = textOf(heading).toLowerCase();
        for (const link of links) {
          const text = textOf(link).toLowerCase();
          assert.ok(name.endsWith(text) || text.endsWith(name), `${link}: ${text}`);
        }
      }
      for (const [page, area] of Object.entries(pages)) {
        const title = textOf(`seo.${page}.title`);
        assert.ok(title.startsWith(textOf(`${area}.title`)), `${page}: ${title}`);
      }
    });
  }
});
