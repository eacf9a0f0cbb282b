import type { AreaName } from '#shared/locales.ts';
import type { Sky } from '#shared/skies.ts';
import { useSectionTexts, type ItemId } from '../lib/section-texts.ts';
import { FeatureList } from './feature-list.tsx';
import { Section } from './section.tsx';

interface Props<Area extends AreaName, Name extends string> {
  area: Area;
  name: Name;
  /** An icon for each item of the texts, in the order in which the items are shown. */
  icons: Record<ItemId<Area, Name>, string>;
  sky?: Sky;
}

/** A section of the texts as cards with an icon each. */
export function FeatureSection<Area extends AreaName, Name extends string>({
  area,
  name,
  icons,
  sky,
}: Props<Area, Name>) {
  const { title, intro, item } = useSectionTexts(area, name);
  return (
    <Section id={name} title={title} intro={intro}>
      <FeatureList items={Object.entries<string>(icons).map(([id, icon]) => ({ ...item(id), icon, sky }))} />
    </Section>
  );
}
