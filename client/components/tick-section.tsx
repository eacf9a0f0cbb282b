import type { AreaName } from '#shared/locales.ts';
import { useSectionTexts, type ItemId, type TextSectionProps } from '../lib/section-texts.ts';
import { Section, type Surface } from './section.tsx';
import { TickList } from './tick-list.tsx';

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
