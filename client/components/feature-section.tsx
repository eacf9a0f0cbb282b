import type { AreaName, Locales } from '#shared/locales.ts';
import { useSectionTexts, type ItemId, type TextSectionProps } from '../lib/section-texts.ts';
import { FeatureList } from './feature-list.tsx';
import { Section } from './section.tsx';

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
