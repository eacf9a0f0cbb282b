import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { Link } from './link.tsx';
import { Localized } from './localized.tsx';
import { NewsMeta, skyOf } from './news-meta.tsx';
import { Picture } from './picture.tsx';
import { smallCover } from './small-cover.ts';

export function NewsCard({ item, position }: { item: NewsSummary; position: number }) {
  const titleId = `card-${item.slug}`;
  return (
    <article className="card news-card" data-sky={skyOf(item, position)} data-rise aria-labelledby={titleId}>
      <div className="card__art news-card__art">{item.image && <Cover src={item.image} />}</div>
      <div className="stack news-card__text">
        <NewsMeta item={item} />
        <h3 className="t-3" id={titleId}>
          <Link href={articlePath(item)}>
            <Localized english={item.headline} ukrainian={item.headline_uk} />
          </Link>
        </h3>
        <p>
          <Localized english={item.description} ukrainian={item.description_uk} />
        </p>
      </div>
    </article>
  );
}

/** On phones the lines of a cover are so close together that they would run into each other. */
function Cover({ src }: { src: string }) {
  const small = smallCover(src);
  return (
    <picture>
      {small && <source srcSet={small} media="(width < 43rem)" />}
      <Picture src={src} alt="" />
    </picture>
  );
}
