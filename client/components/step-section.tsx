import type { AreaName } from '#shared/locales.ts';
import { useSectionTexts, type ItemId } from '../lib/section-texts.ts';
import { Section, type Surface } from './section.tsx';

interface Props<Area extends AreaName, Name extends string> {
  area: Area;
  name: Name;
  items: readonly ItemId<Area, Name>[];
  surface?: Surface;
  /** What stands before each step: its number, with one digit or two, or how long the step takes. */
  label?: 'number' | 'two-digit' | 'duration';
}

/** A section of the texts as steps in their order. */
export function StepSection<Area extends AreaName, Name extends string>({
  area,
  name,
  items,
  surface,
  label = 'number',
}: Props<Area, Name>) {
  const { title, intro, item, duration } = useSectionTexts(area, name);
  const digits = label === 'two-digit' ? 2 : 1;
  return (
    <Section id={name} title={title} intro={intro} surface={surface}>
      <ol className="steps">
        {items.map(item).map((step, index) => (
          <li key={step.id} data-rise>
            {label === 'duration' ? (
              <span className="soft steps__time">{duration(step.id)}</span>
            ) : (
              <span className="t-num" aria-hidden="true">
                {String(index + 1).padStart(digits, '0')}
              </span>
            )}
            <h3 className="t-3">{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
