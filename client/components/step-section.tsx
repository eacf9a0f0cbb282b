import type { AreaName } from '#shared/locales.ts';
import { useSectionTexts, type ItemId, type TextSectionProps } from '../lib/section-texts.ts';
import { Section, type Surface } from './section.tsx';

interface StepProps<Area extends AreaName, Name extends string> extends TextSectionProps<Area, Name> {
  items: readonly ItemId<Area, Name>[];
  surface?: Surface;
  /** The label before each step: its number, or its duration. */
  label?: 'number' | 'duration';
}

/** Shows a section of the texts as steps in their order. */
export function StepSection<Area extends AreaName, Name extends string>({
  area,
  name,
  items,
  surface,
  label = 'number',
}: StepProps<Area, Name>) {
  const { title, intro, item, duration } = useSectionTexts(area, name);
  return (
    <Section id={name} title={title} intro={intro} surface={surface}>
      <ol className="step-section">
        {items.map(item).map((step, index) => (
          <li key={step.id} data-rise>
            {label === 'duration' ? (
              <span className="soft step-section__time">{duration(step.id)}</span>
            ) : (
              <span className="t-num" aria-hidden="true">
                {index + 1}
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
