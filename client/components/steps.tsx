import type { PhaseTexts, StepTexts } from '../lib/service-texts.ts';
import { useTextOf } from '../lib/site-context.ts';
import { SectionHead } from './section-head.tsx';

interface Props<Tree extends StepTexts> {
  area: string;
  items: readonly (keyof Tree['steps']['items'] & string)[];
  /** Phases say how long they take in place of their number. */
  timed?: boolean;
  haze?: boolean;
}

const stepNumber = (position: number) => String(position + 1).padStart(2, '0');

/** Steps in their order. */
export function Steps<Tree extends StepTexts>({ area, items, timed = false, haze = false }: Props<Tree>) {
  const text = useTextOf<PhaseTexts>(area);
  return (
    <section className={haze ? 'section section--haze' : 'section'} aria-labelledby="steps">
      <div className="shell">
        <SectionHead id="steps" title={text('steps.title')} intro={text('steps.intro')} />
        <ol className="steps">
          {items.map((id, position) => (
            <li key={id} data-rise>
              {timed ? (
                <span className="soft steps__time">{text(`steps.items.${id}.duration`)}</span>
              ) : (
                <span className="t-num" aria-hidden="true">
                  {stepNumber(position)}
                </span>
              )}
              <h3 className="t-3">{text(`steps.items.${id}.title`)}</h3>
              <p>{text(`steps.items.${id}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
