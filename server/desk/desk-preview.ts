import type { Response } from 'express';
import { articlePath } from '#shared/article-path.ts';
import { parse } from '#shared/contracts/check.ts';
import { NewsItem } from '#shared/contracts/news.ts';
import type { Language } from '#shared/languages.ts';
import type { BackendClient } from '#server/backend/client.ts';
import { html, raw } from '#server/lib/html.ts';
import type { SecurityHeaders } from '#server/http/security-headers.ts';
import type { Manifest } from '#server/lib/manifest.ts';
import { createMediaPath } from '#server/news/media-path.ts';
import { createNewsCleaner } from '#server/news/news-cleaner.ts';
import type { NewsRepository } from '#server/news/news-repository.ts';
import { createPagePreparer } from '#server/pages/prepare-page.ts';
import type { RenderLimits } from '#server/pages/render-limits.ts';
import type { Renderer } from '#server/pages/render.tsx';
import { siteRequestOf } from '#server/http/request-context.ts';
import type { TextStore } from '#server/lib/texts.ts';

export interface PreviewTools {
  backendClient: Pick<BackendClient, 'origin'>;
  newsRepository: NewsRepository;
  renderer: Pick<Renderer, 'print'>;
  renderLimits: Pick<RenderLimits, 'withinLimit'>;
  texts: TextStore;
  manifest: Pick<Manifest, 'pageStyles'>;
  security: SecurityHeaders;
}

/** The differences between a preview and the page: the beginning of its title, and a note at its end. */
interface Marks {
  title: string;
  /** HTML that is already escaped by the desk. */
  note: string;
}

/** Pictures of unpublished articles have another address, which requires a session. */
const toDeskPicture = (path: string) => path.replace(/^\/media\/pictures\//, '/desk/news/pictures/');

/** How long a preview waits for the lists beside the article, in milliseconds. */
const timeoutMs = 2500;

/** The scripts of the page are removed, because they would search for the article among the published ones. */
const scripts = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs;

/**
 * Sends an article of the desk as the page that visitors will see: the same components, texts, styles and sanitiser,
 * under the policy of the pages. The preview is not stored and runs no script; a note is fixed to the bottom of the
 * window.
 */
export function createDeskPreview(tools: PreviewTools, headers: Record<string, string>) {
  const { backendClient, newsRepository, renderer, renderLimits, texts, manifest, security } = tools;
  const findMediaPath = createMediaPath(backendClient.origin);
  const cleaner = createNewsCleaner((address) => {
    const path = findMediaPath(address);
    return path && toDeskPicture(path);
  });

  /** Opens the page of an article with the Api of the pages, which here also returns the unpublished article. */
  function openPage(item: NewsItem, address: URL, language: Language) {
    const repository: NewsRepository = {
      ...newsRepository,
      api: (timeoutMs) => {
        const requestApi = newsRepository.api(timeoutMs);
        return {
          ...requestApi,
          degraded: false,
          missingStatus: 404,
          newsItem: () => Promise.resolve(item),
          comments: () => Promise.resolve({ items: [], total: 0 }),
        };
      },
    };
    return createPagePreparer({ newsRepository: repository, texts }).prepare(address, language, { timeoutMs });
  }

  async function print(item: NewsItem, res: Response, { title, note }: Marks) {
    const { address, choice } = siteRequestOf(res);
    const page = new URL(articlePath(item), address);
    const prepared = await openPage(item, page, choice.language);
    const { visit } = prepared;
    // Links to the page itself, such as those to the other language, lead to the preview.
    const version = address.searchParams.get('version');
    const search = version ? `?${new URLSearchParams({ version }).toString()}` : '';
    const place = { path: address.pathname, search, route: { ...visit.route, hidden: true as const } };
    const { html: document, styleSource } = await renderer.print({ ...prepared, visit: { ...visit, ...place } });
    const sheet = manifest.pageStyles['desk'];
    const marked = document
      .toString()
      .replace(scripts, '')
      .replace('<title>', () => html`<title>${title}: `.toString())
      .replace('</head>', () => html`${sheet && html`<link rel="stylesheet" href="${sheet}">`}</head>`.toString())
      .replace('</body>', () => html`${raw(note)}</body>`.toString());
    return { document: marked, styleSource };
  }

  return async (res: Response, preview: unknown, marks: Marks): Promise<void> => {
    const { item } = cleaner.item(parse(preview, NewsItem));
    const { document, styleSource } = await renderLimits.withinLimit(() => print(item, res, marks));
    res.status(200).set(headers).type('html');
    // `scripting: none` applies in the sandbox, so the page also gets the styles for browsers without scripts.
    res.set('Content-Security-Policy', `${security.contentSecurityPolicy({ styleSource })}; sandbox allow-same-origin`);
    res.send(document);
  };
}
