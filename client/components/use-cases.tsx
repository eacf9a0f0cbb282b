import type { Sky } from '#shared/skies.ts';
import type { UseCaseTexts } from '../lib/service-texts.ts';
import { useTextOf } from '../lib/site-context.ts';
import { Picture } from './picture.tsx';
import { SectionHead } from './section-head.tsx';

interface Props<Tree extends UseCaseTexts> {
  area: string;
  /** A picture for each use case of the texts, under the sky it was drawn for. */
  items: Record<keyof Tree['useCases']['items'], { sky: Sky; art: string }>;
}

/** Where a service is used: pictures whose horizons join into one panorama. */
export function UseCases<Tree extends UseCaseTexts>({ area, items }: Props<Tree>) {
  const text = useTextOf<UseCaseTexts>(area);
  const cases = Object.entries<{ sky: Sky; art: string }>(items);
  return (
    <section className="section" aria-labelledby="use-cases">
      <div className="shell">
        <SectionHead id="use-cases" title={text('useCases.title')} intro={text('useCases.intro')} />
        <div className="panorama">
          {cases.map(([id, { sky, art }]) => (
            <article className="sky-card" key={id} data-sky={sky}>
              <div className="sky-card__art">
                <Picture src={art} alt="" />
              </div>
              <div className="sky-card__text">
                <h3 className="t-3">{text(`useCases.items.${id}.title`)}</h3>
                <p className="soft">{text(`useCases.items.${id}.text`)}</p>
              </div>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
