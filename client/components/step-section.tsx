import type { AreaName } from '#shared/locales.ts';
import { useSectionTexts, type ItemId, type TextSectionProps } from '../lib/section-texts.ts';
import { Section, type Surface } from './section.tsx';

interface StepProps<Area extends AreaName, Name extends string> extends TextSectionProps<Area, Name> {
  items: readonly ItemId<Area, Name>[];
  surface?: Surface;
  /** The label before each step: its number with one digit or two, or its duration. */
  label?: 'number' | 'two-digit' | 'duration';
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
  const digits = label === 'two-digit' ? 2 : 1;
  return (
    <Section id={name} title={title} intro={intro} surface={surface}>
      <ol className="step-section">
        {items.map(item).map((step, index) => (
          <li key={step.id} data-rise>
            {label === 'duration' ? (
              <span className="soft step-section__time">{duration(step.id)}</span>
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
