import { useRef } from 'react';
import { articlePath } from '#shared/article-path.ts';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { localized } from '#shared/languages.ts';
import { useLanguage, useText } from '../../lib/site-context.ts';
import { useCarousel } from '../../carousel/use-carousel.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { ArrowLink } from '../../components/arrow-link.tsx';
import { CarouselDots } from '../../carousel/carousel-dots.tsx';
import { CarouselPause } from '../../carousel/carousel-pause.tsx';
import { Link } from '../../components/link.tsx';
import { Localized } from '../../components/localized.tsx';
import { NewsMeta, skyOf } from '../../components/news-meta.tsx';
import { Picture } from '../../components/picture.tsx';

/**
 * A headline and a sentence take longer to read than a product card. The carousel moves while a fifth of it is in view.
 */
const options = { intervalMs: 5000, visibleShare: 0.2 };

export function FeaturedNews({ items }: { items: NewsSummary[] }) {
  const text = useText('news');
  const language = useLanguage();
  const root = useRef<HTMLDivElement>(null);
  const { carousel, index, live, autoplay, togglePause, swipeHandlers, pauseHandlers } = useCarousel(root, {
    ...options,
    size: items.length,
  });
  if (items.length === 0) return null;
  return (
    <div
      className="featured-news"
      // Left out of Markdown, because the list below the carousel has the same articles.
      data-page-only
      ref={root}
      role="group"
      aria-roledescription={text('carousel')}
      aria-label={text('featured')}
      {...pauseHandlers}
    >
      {autoplay !== 'unwanted' && <CarouselPause label={text('pause')} autoplay={autoplay} toggle={togglePause} />}
      <div className="featured-news__slides" aria-live={live} {...swipeHandlers}>
        {items.map((item, position) => (
          <Slide key={item.id} item={item} position={position} total={items.length} current={position === index} />
        ))}
      </div>
      {items.length > 1 && (
        <div className="featured-news__nav">
          <CarouselDots
            labels={items.map((item) =>
              text('showSlide', { title: localized(language, item.headline, item.headline_uk) }),
            )}
            index={index}
            goTo={carousel.goTo}
          />
        </div>
      )}
    </div>
  );
}

interface SlideProps {
  item: NewsSummary;
  position: number;
  total: number;
  current: boolean;
}

function Slide({ item, position, total, current }: SlideProps) {
  const text = useText('news');
  const hydrated = useHydrated();
  const headline = <Localized english={item.headline} ukrainian={item.headline_uk} />;
  return (
    <div
      className="featured-news__slide"
      role="group"
      aria-roledescription={text('slideRole')}
      aria-label={text('slide', { number: position + 1, total })}
      data-sky={skyOf(item, position)}
      data-on={current || undefined}
      inert={hydrated && !current}
    >
      <div className="card__art featured-news__art">
        {item.image && <Picture src={item.image} alt="" eager={position === 0} />}
      </div>
      <div className="featured-news__text">
        <NewsMeta item={item} />
        <h3 className="t-2 featured-news__title">
          <Link href={articlePath(item)}>{headline}</Link>
        </h3>
        <p>
          <Localized english={item.description} ukrainian={item.description_uk} />
        </p>
        <ArrowLink href={articlePath(item)}>
          {text('read')}
          <span className="sr">: {headline}</span>
        </ArrowLink>
      </div>
    </div>
  );
}

/** Placeholder of the featured article. */
export function FeatureSkeleton() {
  return (
    <div className="featured-news__slide" aria-hidden="true">
      <div className="featured-news__art skeleton" />
      <div className="featured-news__text">
        <span className="skeleton skeleton--text skeleton--short" />
        <span className="skeleton skeleton--text skeleton--title" />
        <span className="skeleton skeleton--text" />
        <span className="skeleton skeleton--text skeleton--last" />
      </div>
    </div>
  );
}
