import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { localized } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';
import { Link } from './link.tsx';
import { NewsMeta, skyOf } from './news-meta.tsx';
import { Picture } from './picture.tsx';

export function NewsCard({ item, position }: { item: NewsSummary; position: number }) {
  const language = useLanguage();
  return (
    <article className="news-card" data-sky={skyOf(item, position)} data-rise>
      <div className="news-card__art">{item.image && <Picture src={item.image} alt="" />}</div>
      <div className="stack news-card__text">
        <NewsMeta item={item} />
        <h3 className="t-3">
          <Link href={articlePath(item)}>{localized(language, item.headline, item.headline_uk)}</Link>
        </h3>
        <p>{localized(language, item.description, item.description_uk)}</p>
      </div>
    </article>
  );
}
