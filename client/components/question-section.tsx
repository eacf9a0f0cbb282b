import type { AreaName } from '#shared/locales.ts';
import { useSectionTexts, type ItemId, type TextSectionProps } from '../lib/section-texts.ts';
import { Icon } from './icon.tsx';
import { Section } from './section.tsx';

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
