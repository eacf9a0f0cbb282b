import { Icon } from '../../components/icon.tsx';
import { useText } from '../../lib/site-context.ts';

const changes = [
  { id: 'revenue', icon: 'trending-up', sky: 'dawn' },
  { id: 'innovation', icon: 'flask-conical', sky: 'morning' },
  { id: 'comfort', icon: 'armchair', sky: 'noon' },
  { id: 'brand', icon: 'fingerprint', sky: 'rain' },
] as const;

export function WhatWeDo() {
  const text = useText('features');
  return (
    <section className="section" aria-labelledby="what">
      <div className="shell split">
        <div className="stack">
          <h2 className="t-2" id="what">
            {text('title')}
          </h2>
          <p className="soft split__intro">{text('intro')}</p>
        </div>
        <div className="rows">
          {changes.map(({ id, icon, sky }) => (
            <article className="row" key={id} data-sky={sky} data-rise>
              <span className="icon">
                <Icon name={icon} />
              </span>
              <h3 className="t-3">{text(`items.${id}.title`)}</h3>
              <p>{text(`items.${id}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
