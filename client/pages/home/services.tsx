import { Section } from '../../components/section.tsx';
import { SkyCard } from '../../components/sky-card.tsx';
import { services } from '../../content/services.ts';
import { useText } from '../../lib/site-context.ts';

/** The six services as cards that lead to their pages. */
export function Services() {
  const text = useText('services');
  return (
    <Section id="services" title={text('title')} intro={text('intro')}>
      <div className="panorama">
        {services.map(({ id, href, sky, art }) => (
          <SkyCard
            key={id}
            sky={sky}
            art={art}
            title={text(`items.${id}.title`)}
            text={text(`items.${id}.text`)}
            link={{ href, label: text('more') }}
          />
        ))}
      </div>
    </Section>
  );
}
