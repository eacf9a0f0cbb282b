import type featureTexts from '../../locales/en/features.json';
import type heroTexts from '../../locales/en/hero.json';
import type serviceTexts from '../../locales/en/services.json';
import { asset } from '#shared/asset.ts';
import { Film } from '../components/film.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { ProductCarousel } from '../components/product-carousel.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { SkyCard } from '../components/sky-card.tsx';
import { Gauge } from '../components/gauge.tsx';
import { definePage } from '../lib/define-page.ts';
import { services } from '../lib/services.ts';
import { useText } from '../lib/site-context.ts';

const poster = { avif: asset('video/hero.avif'), webp: asset('video/hero.webp') };
const film = { webm: asset('video/hero.webm'), mp4: asset('video/hero.mp4') };

const changes = [
  { id: 'revenue', icon: 'trending-up', sky: 'dawn' },
  { id: 'innovation', icon: 'flask-conical', sky: 'morning' },
  { id: 'comfort', icon: 'armchair', sky: 'noon' },
  { id: 'brand', icon: 'fingerprint', sky: 'rain' },
] as const;

function Home() {
  return (
    <>
      <Hero />
      <Services />
      <ProductCarousel />
      <Numbers />
      <WhatWeDo />
    </>
  );
}

function Hero() {
  const text = useText<typeof heroTexts>('hero');
  return (
    <section className="hero">
      <Film poster={poster} film={film} />
      <div className="hero__sky">
        <div className="shell">
          <h1 className="t-hero hero__title">
            <span><i>{text('line1')} </i></span>
            <span><i>{text('line2')}</i></span>
          </h1>
        </div>
      </div>
      <div>
        <div className="hero__line" />
        <div className="hero__ground">
          <div className="shell hero__row">
            <p className="t-lead hero__lead">{text('lead')}</p>
            <div className="hero__act">
              <Link className="button button--sun" href="/contacts">{text('contact')}</Link>
              <Link className="button button--line button--veil" href="/gitl">{text('explore')}</Link>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

function Services() {
  const text = useText<typeof serviceTexts>('services');
  return (
    <section className="section" aria-labelledby="services">
      <div className="shell">
        <SectionHead id="services" title={text('title')} intro={text('intro')} />
        <div className="panorama">
          {services.map(({ id, href, sky, art }) => (
            <SkyCard key={id} href={href} sky={sky} art={art} title={text(`items.${id}.title`)} text={text(`items.${id}.text`)} more={text('more')} />
          ))}
        </div>
      </div>
    </section>
  );
}

function Numbers() {
  const text = useText<typeof featureTexts>('features');
  return (
    <section className="section on-black" aria-labelledby="numbers">
      <div className="shell">
        <SectionHead id="numbers" title={text('numbers.title')} intro={text('numbers.intro')} />
        <div className="gauges">
          {/* spec.md, section 9: targets 1.04 (two decimals), 60 percent, 80 percent */}
          <Gauge target={1.04} decimals={2} unit={text('numbers.trillion')} share="100" text={text('numbers.market.text')} />
          <Gauge target={60} sign="%" share="60" text={text('numbers.automation.text')} />
          <Gauge target={80} sign="%" share="80" text={text('numbers.cloud.text')} />
        </div>
      </div>
    </section>
  );
}

function WhatWeDo() {
  const text = useText<typeof featureTexts>('features');
  return (
    <section className="section" aria-labelledby="what">
      <div className="shell split">
        <div className="stack">
          <h2 className="t-2" id="what">{text('title')}</h2>
          <p className="soft split__intro">{text('intro')}</p>
        </div>
        <div className="rows">
          {changes.map(({ id, icon, sky }) => (
            <article className="row" key={id} data-sky={sky} data-rise>
              <span className="icon"><Icon name={icon} /></span>
              <h3 className="t-3">{text(`items.${id}.title`)}</h3>
              <p>{text(`items.${id}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

export const page = definePage({ Page: Home });
