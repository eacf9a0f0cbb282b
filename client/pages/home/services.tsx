import { SectionHead } from '../../components/section-head.tsx';
import { SkyCard } from '../../components/sky-card.tsx';
import { services } from '../../lib/services.ts';
import { useText } from '../../lib/site-context.ts';

export function Services() {
  const text = useText('services');
  return (
    <section className="section" aria-labelledby="services">
      <div className="shell">
        <SectionHead id="services" title={text('title')} intro={text('intro')} />
        <div className="panorama">
          {services.map(({ id, href, sky, art }) => (
            <SkyCard
              key={id}
              href={href}
              sky={sky}
              art={art}
              title={text(`items.${id}.title`)}
              text={text(`items.${id}.text`)}
              more={text('more')}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
