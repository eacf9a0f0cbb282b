import type { AreaName, Locales } from '#shared/locales.ts';
import { useSectionTexts, type ItemId } from '../lib/section-texts.ts';
import { FeatureList } from './feature-list.tsx';
import { Icon } from './icon.tsx';
import { Section, type Surface } from './section.tsx';
import { TickList } from './tick-list.tsx';

interface TextSectionProps<Area extends AreaName, Name extends string> {
  area: Area;
  /** The section of the area's texts; also the id of its heading. */
  name: Name;
}

interface FeatureProps<Area extends AreaName, Name extends keyof Locales[Area] & string> extends TextSectionProps<
  Area,
  Name
> {
  /** An engraving for each item of the texts, in the order in which the items are shown. */
  art: Record<ItemId<Area, Name>, string>;
}

/** Shows a section of the texts as cards with a small engraving each. */
export function FeatureSection<Area extends AreaName, Name extends keyof Locales[Area] & string>({
  area,
  name,
  art,
}: FeatureProps<Area, Name>) {
  const { title, intro, item } = useSectionTexts(area, name);
  return (
    <Section id={name} title={title} intro={intro}>
      <FeatureList items={Object.entries<string>(art).map(([id, src]) => ({ ...item(id), art: src }))} />
    </Section>
  );
}

interface TickProps<Area extends AreaName, Name extends string> extends TextSectionProps<Area, Name> {
  items: readonly ItemId<Area, Name>[];
  surface: Surface;
  /** Shows one column, for a short list. */
  single?: boolean;
}

/** Shows a section of the texts as a list of short statements with a dot before each. */
export function TickSection<Area extends AreaName, Name extends string>({
  area,
  name,
  items,
  surface,
  single = false,
}: TickProps<Area, Name>) {
  const { title, intro, item } = useSectionTexts(area, name);
  return (
    <Section split id={name} title={title} intro={intro} surface={surface}>
      <TickList items={items.map(item)} single={single} />
    </Section>
  );
}

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

interface QuestionProps<Area extends AreaName, Name extends string> extends TextSectionProps<Area, Name> {
  items: readonly ItemId<Area, Name>[];
}

/**
 * Shows a section of the texts as questions that can be opened. The first is open, so that visitors see what the others
 * do. Questions work without JavaScript, find-in-page opens the one with a match, and on paper all are open.
 */
export function QuestionSection<Area extends AreaName, Name extends string>({
  area,
  name,
  items,
}: QuestionProps<Area, Name>) {
  const { title, intro, item } = useSectionTexts(area, name);
  return (
    <Section split id={name} title={title} intro={intro}>
      <div className="question-section">
        {items.map(item).map((question, position) => (
          <details key={question.id} open={position === 0}>
            <summary>
              <h3 className="t-3">{question.title}</h3>
              <Icon name="chevron-down" />
            </summary>
            <p>{question.text}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
