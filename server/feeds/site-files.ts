import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { markdownPath, pageUrl } from '#shared/head.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import { company, companyDetails } from '#shared/company.ts';
import { barColour } from '#shared/skies.ts';
import { createTextOf } from '#shared/text.ts';
import type { TextStore } from '#server/lib/texts.ts';
import { describeSummary, describePage, publicPages } from './catalogue.ts';

export function printRobots(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** security.txt (RFC 9116). Its date of expiry, which must be within a year, is the same for a month. */
export function printSecurityContact(origin: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear() + 1, now.getUTCMonth()));
  return [
    `Contact: mailto:${companyDetails.securityEmail}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languageNames.map((name) => languages[name].html).join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

export function printWebManifest(texts: TextStore, language: Language): string {
  const { description } = describePage(texts, language, 'home');
  const icon = (src: string, sizes: string, purpose: string) => ({
    src,
    sizes,
    type: src.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  const manifest = {
    id: '/',
    name: company.name,
    short_name: company.name,
    description,
    lang: languages[language].html,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'browser',
    theme_color: barColour,
    background_color: '#ffffff',
    icons: [
      icon('/favicon.svg', 'any', 'any'),
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const maxArticles = 100;

/** llms.txt (llmstxt.org): a line with a link to plain Markdown for every page and article. */
export function printLlmsText(origin: string, texts: TextStore, news: NewsSummary[]): string {
  const line = (title: string, path: string, language: Language, note: string) =>
    `- [${toSingleLine(title).replace(/[[\]\\]/g, '\\$&')}](${pageUrl(origin, markdownPath(path), language)}): ${toSingleLine(note)}`;
  const parts = languageNames.map((language) => {
    const text = createTextOf<{ pages: string; articles: string }>(
      { seo: texts.area(language, 'seo') },
      language,
      'seo',
    );
    const pages = publicPages.map(({ path, name }) => {
      const { title, description } = describePage(texts, language, name);
      return line(title, path, language, description);
    });
    const articles = news.slice(0, maxArticles).map((item) => {
      const { headline, description } = describeSummary(language, item);
      return line(headline, articlePath(item), language, description);
    });
    return [`## ${text('pages')}`, '', ...pages, '', `## ${text('articles')}`, '', ...articles, ''].join('\n');
  });
  const home = describePage(texts, 'en', 'home');
  return [
    `# ${company.name}`,
    '',
    `> ${home.description}`,
    '',
    `${describePage(texts, 'ua', 'home').description}`,
    '',
    `Email: ${company.email}`,
    '',
    ...parts,
  ].join('\n');
}
