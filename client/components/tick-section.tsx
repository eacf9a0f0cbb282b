import type { AreaName } from '#shared/locales.ts';
import { useSectionTexts, type ItemId } from '../lib/section-texts.ts';
import { Section, type Surface } from './section.tsx';

interface Props<Area extends AreaName, Name extends string> {
  area: Area;
  name: Name;
  items: readonly ItemId<Area, Name>[];
  surface: Surface;
  /** One column, for a short list. */
  single?: boolean;
}

/** A section of the texts as a list of short statements with a dot before each. */
export function TickSection<Area extends AreaName, Name extends string>({
  area,
  name,
  items,
  surface,
  single = false,
}: Props<Area, Name>) {
  const { title, intro, item } = useSectionTexts(area, name);
  return (
    <Section split id={name} title={title} intro={intro} surface={surface}>
      <ul className={single ? 'ticks ticks--single' : 'ticks'}>
        {items.map(item).map((tick) => (
          <li key={tick.id}>
            <span>
              <b>{tick.title}</b> {tick.text}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
