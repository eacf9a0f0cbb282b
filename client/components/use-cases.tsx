import type { AreaName } from '#shared/locales.ts';
import type { Sky } from '#shared/skies.ts';
import { useSectionTexts, type ItemId } from '../lib/section-texts.ts';
import { Section } from './section.tsx';
import { SkyCard } from './sky-card.tsx';

/** A picture, and the colours that it was drawn for. */
export interface Scene {
  sky: Sky;
  art: string;
}

interface Props<Area extends AreaName> {
  area: Area;
  /** A picture for each use case of the texts, in the order in which they are shown. */
  items: Record<ItemId<Area, 'useCases'>, Scene>;
}

/** Shows the use cases of a service as cards whose pictures join into one panorama. */
export function UseCases<Area extends AreaName>({ area, items }: Props<Area>) {
  const { title, intro, item } = useSectionTexts(area, 'useCases');
  return (
    <Section id="use-cases" title={title} intro={intro}>
      <div className="panorama">
        {Object.entries<Scene>(items).map(([id, scene]) => (
          <SkyCard key={id} {...scene} title={item(id).title} text={item(id).text} />
        ))}
      </div>
    </Section>
  );
}
