import type { NewsItem } from '#shared/contracts/news.ts';
import { langOf, localized } from '#shared/languages.ts';
import { Html } from '../../components/html.tsx';
import { skyOf } from '../../components/news-meta.tsx';
import { useLanguage, useText } from '../../lib/site-context.ts';
import { withHeadingIds } from './headings.ts';
import { withScrollingBoxes } from './scrolling-boxes.ts';

/** An article with fewer headings is seen at a glance. */
const minHeadings = 3;

/** The text of an article. On wide windows its table of contents and the company's opinion stand beside the text. */
export function ArticleText({ item }: { item: NewsItem }) {
  const text = useText('news');
  const language = useLanguage();
  const { html, headings } = withHeadingIds(localized(language, item.content, item.content_uk));
  const lang = langOf(language, item.content_uk);
  const ourView = localized(language, item.our_view ?? '', item.our_view_uk);
  return (
    <div className="shell news-article">
      {headings.length >= minHeadings && (
        <nav className="contents-list news-article__contents" aria-labelledby="contents">
          <h2 id="contents">{text('contents')}</h2>
          <ul lang={lang}>
            {headings.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Html
        className="prose news-article__text"
        html={withScrollingBoxes(html, { table: text('table'), code: text('code') })}
        lang={lang}
      />
      {ourView && (
        <aside aria-label={text('ourView')}>
          <div className="view" data-sky={skyOf(item)}>
            <h2 className="t-3">{text('ourView')}</h2>
            <p lang={langOf(language, item.our_view_uk)}>{ourView}</p>
          </div>
        </aside>
      )}
    </div>
  );
}
