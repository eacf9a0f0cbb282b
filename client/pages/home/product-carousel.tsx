import { useRef } from 'react';
import { products, type Product } from '../../content/products.ts';
import { useText } from '../../lib/site-context.ts';
import { useCarousel } from '../../carousel/use-carousel.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { CarouselDots } from '../../carousel/carousel-dots.tsx';
import { CarouselPause } from '../../carousel/carousel-pause.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Picture } from '../../components/picture.tsx';
import { Section } from '../../components/section.tsx';

/** Four seconds are enough to read one card. The carousel moves while a fifth of it is in view. */
const options = { size: products.length, intervalMs: 4000, visibleShare: 0.2 };

/** Returns the distance of a card from the current one in the shorter direction: -2 to 3 for six cards. */
function offset(position: number, index: number): number {
  const { size } = options;
  return ((position - index + size + size / 2 - 1) % size) - (size / 2 - 1);
}

export function ProductCarousel() {
  const text = useText('products');
  const root = useRef<HTMLDivElement>(null);
  const { carousel, index, live, autoplay, togglePause, swipeHandlers, pauseHandlers } = useCarousel(root, options);
  return (
    <Section id="products" title={text('title')} intro={text('intro')} surface="haze">
      <div
        className="product-carousel"
        ref={root}
        role="group"
        aria-roledescription={text('carousel')}
        aria-labelledby="products"
        {...pauseHandlers}
      >
        {autoplay !== 'unwanted' && (
          <div className="product-carousel__pause">
            <CarouselPause label={text('pause')} autoplay={autoplay} toggle={togglePause} />
          </div>
        )}
        <div className="product-carousel__view">
          <div className="product-carousel__track" aria-live={live} {...swipeHandlers}>
            {products.map((product, position) => (
              <Slide key={product.id} product={product} position={position} off={offset(position, index)} />
            ))}
          </div>
        </div>
        <div className="product-carousel__nav">
          <button
            className="product-carousel__arrow"
            type="button"
            aria-label={text('previous')}
            onClick={carousel.previous}
          >
            <Icon name="arrow-left" />
          </button>
          <CarouselDots
            labels={products.map(({ id }) => text('show', { title: text(`items.${id}.title`) }))}
            index={index}
            goTo={carousel.goTo}
          />
          <button className="product-carousel__arrow" type="button" aria-label={text('next')} onClick={carousel.next}>
            <Icon name="arrow-right" />
          </button>
        </div>
      </div>
    </Section>
  );
}

interface SlideProps {
  product: Product;
  position: number;
  /** The distance from the current card in cards; 0 for the current card. */
  off: number;
}

/**
 * Shows one card. The card after the current one is faded, the others hidden, and none of them takes focus or
 * clicks.
 */
function Slide({ product: { id, sky, art, statusType, link }, position, off }: SlideProps) {
  const text = useText('products');
  const hydrated = useHydrated();
  return (
    <div
      className="product-carousel__slide"
      role="group"
      aria-roledescription={text('slide')}
      aria-label={text('position', { number: position + 1, total: products.length })}
      data-off={off}
      inert={hydrated && off !== 0}
    >
      <div className="product-carousel__card" data-sky={sky}>
        <div className="card__art product-carousel__art">
          <Picture src={art} alt="" />
        </div>
        <div className="product-carousel__text">
          <div className="cluster product-carousel__top">
            <span className="t-small soft">{text(`items.${id}.brand`)}</span>
            <span className={statusType === 'available' ? 'badge badge--live' : 'badge badge--building'}>
              {text(statusType === 'available' ? 'available' : 'building')}
            </span>
          </div>
          <h3 className="t-2">{text(`items.${id}.title`)}</h3>
          <p>{text(`items.${id}.text`)}</p>
          <ul className="tags">
            {(['first', 'second', 'third', 'fourth'] as const).map((tag) => (
              <li key={tag}>{text(`items.${id}.tags.${tag}`)}</li>
            ))}
          </ul>
          {link && (
            <div>
              <Link className="button" href={link}>
                {text('items.gitl.open')}
              </Link>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
