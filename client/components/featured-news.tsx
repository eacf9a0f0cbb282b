import { useRef } from 'react';
import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { localized } from '#shared/languages.ts';
import { useLanguage, useText } from '../lib/site-context.ts';
import { useCarousel } from '../lib/use-carousel.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { CarouselDots } from './carousel-dots.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { NewsMeta, skyOf } from './news-meta.tsx';
import { Picture } from './picture.tsx';

const intervalMs = 5000; // spec.md, section 9: featured news carousel

export function FeaturedNews({ items }: { items: NewsSummary[] }) {
  const text = useText('news');
  const language = useLanguage();
  const root = useRef<HTMLDivElement>(null);
  const { carousel, index, playing, moves, calm, togglePause, swipe, rest } = useCarousel(root, {
    size: items.length,
    intervalMs,
    visibleShare: 0.2,
  });
  if (items.length === 0) return null;
  const headline = (item: NewsSummary) => localized(language, item.headline, item.headline_uk);
  return (
    <div
      className="featured"
      ref={root}
      role="group"
      aria-roledescription={text('carousel')}
      aria-label={text('featured')}
      {...rest}
    >
      {!calm && items.length > 1 && (
        <button className="reel__pause" type="button" onClick={togglePause} aria-label={text(moves ? 'pause' : 'play')}>
          <Icon name={moves ? 'pause' : 'play'} />
        </button>
      )}
      <div className="slides" aria-live={playing ? 'off' : 'polite'} {...swipe}>
        {items.map((item, position) => (
          <Slide key={item.id} item={item} position={position} total={items.length} on={position === index} />
        ))}
      </div>
      {items.length > 1 && (
        <div className="featured__nav">
          <CarouselDots
            labels={items.map((item) => text('showSlide', { title: headline(item) }))}
            index={index}
            goTo={carousel.goTo}
          />
        </div>
      )}
    </div>
  );
}

function Slide({ item, position, total, on }: { item: NewsSummary; position: number; total: number; on: boolean }) {
  const text = useText('news');
  const language = useLanguage();
  const hydrated = useHydrated();
  const headline = localized(language, item.headline, item.headline_uk);
  return (
    <div
      className="feature-news"
      role="group"
      aria-roledescription={text('slideRole')}
      aria-label={text('slide', { number: position + 1, total })}
      data-sky={skyOf(item, position)}
      data-on={on || undefined}
      inert={hydrated && !on}
    >
      <div className="feature-news__art">
        {item.image && <Picture src={item.image} alt="" eager={position === 0} />}
      </div>
      <div className="feature-news__text">
        <NewsMeta item={item} />
        <h2 className="t-2 feature-news__title">
          <Link href={articlePath(item)}>{headline}</Link>
        </h2>
        <p>{localized(language, item.description, item.description_uk)}</p>
        <Link className="go" href={articlePath(item)} aria-label={`${text('read')}: ${headline}`}>
          {text('read')}
          <Icon name="arrow-right" />
        </Link>
      </div>
    </div>
  );
}
