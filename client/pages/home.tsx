import { asset } from '#shared/asset.ts';
import { Gauge } from './home/gauge.tsx';
import { Hero } from '../components/hero.tsx';
import { HorizonCall } from '../components/horizon-call.tsx';
import { Link } from '../components/link.tsx';
import { ProductCarousel } from './home/product-carousel.tsx';
import { Section } from '../components/section.tsx';
import { choosePoster } from '../components/film.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';
import { Services } from './home/services.tsx';
import { WhatWeDo } from './home/what-we-do.tsx';

const poster = {
  avif: asset('video/hero.avif'),
  webp: asset('video/hero.webp'),
  wide: asset('video/hero-wide.avif'),
  phone: asset('video/hero.avif'),
};
const film = {
  webm: { src: asset('video/hero.webm'), wide: asset('video/hero-wide.webm') },
  mp4: { src: asset('video/hero.mp4'), wide: asset('video/hero-wide.mp4') },
};

function Home() {
  return (
    <>
      <HomeHero />
      <Services />
      <ProductCarousel />
      <Numbers />
      <WhatWeDo />
      <HorizonCall />
    </>
  );
}

function HomeHero() {
  const text = useText('hero');
  return (
    <Hero area="hero" poster={poster} film={film}>
      <Link className="button button--sun" href="/contacts">
        {text('contact')}
      </Link>
      <Link className="button button--line button--veil" href="/gitl">
        {text('explore')}
      </Link>
    </Hero>
  );
}

function Numbers() {
  const text = useText('features');
  return (
    <Section id="numbers" title={text('numbers.title')} intro={text('numbers.intro')} surface="black">
      <div className="stack">
        <ul>
          <Gauge target={1.04} decimals={2} unit={text('numbers.trillion')} text={text('numbers.market.text')} />
          <Gauge target={60} sign="%" share="60" text={text('numbers.automation.text')} />
          <Gauge target={80} sign="%" share="80" text={text('numbers.cloud.text')} />
        </ul>
        <p className="t-small soft gauge__source">{text('numbers.source')}</p>
      </div>
    </Section>
  );
}

export const page = definePage({
  get art() {
    return choosePoster(window, poster);
  },
  Page: Home,
});
