import type { BenefitTexts } from '../lib/service-texts.ts';
import { useTextOf } from '../lib/site-context.ts';
import { Ticks } from './ticks.tsx';

interface Props<Tree extends BenefitTexts> {
  area: string;
  items: readonly (keyof Tree['benefits']['items'] & string)[];
}

/** What a client gains, as a list beside its standing title. */
export function Benefits<Tree extends BenefitTexts>({ area, items }: Props<Tree>) {
  const text = useTextOf<BenefitTexts>(area);
  return (
    <section className="section section--haze" aria-labelledby="benefits">
      <div className="shell split">
        <div className="stack">
          <h2 className="t-2" id="benefits">
            {text('benefits.title')}
          </h2>
          <p className="soft split__intro">{text('benefits.intro')}</p>
        </div>
        <Ticks
          items={items.map((id) => ({
            title: text(`benefits.items.${id}.title`),
            text: text(`benefits.items.${id}.text`),
          }))}
        />
      </div>
    </section>
  );
}
