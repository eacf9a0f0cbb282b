import type { Sky } from '#shared/skies.ts';
import type { ServiceTexts } from '../lib/service-texts.ts';
import { useTextOf } from '../lib/site-context.ts';
import { Icon } from './icon.tsx';
import { SectionHead } from './section-head.tsx';

interface Props {
  area: string;
  sky: Sky;
  icons: Record<string, string>;
}

/** What a service consists of: cards with an icon each. */
export function Features({ area, sky, icons }: Props) {
  const text = useTextOf<ServiceTexts>(area);
  return (
    <section className="section" aria-labelledby="features">
      <div className="shell">
        <SectionHead id="features" title={text('features.title')} intro={text('features.intro')} />
        <div className="grid features">
          {Object.entries(icons).map(([id, icon]) => (
            <article className="feature" key={id} data-sky={sky} data-rise>
              <span className="icon">
                <Icon name={icon} />
              </span>
              <h3 className="t-3">{text(`features.items.${id}.title`)}</h3>
              <p>{text(`features.items.${id}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
