import type { AreaName, Locales } from '#shared/locales.ts';
import { useTextOf, useVisit } from './site-context.ts';

/** The keys of a section's items; `never` when the area has no such section. */
export type ItemId<Area extends AreaName, Name extends string> =
  Locales[Area] extends Record<Name, { items: infer Items }> ? keyof Items & string : never;

/** The areas that have a section of this name. */
export type AreaWith<Name extends string> = {
  [Area in AreaName]: Locales[Area] extends Record<Name, { items: object }> ? Area : never;
}[AreaName];

/** The properties of a component that shows a section of the texts. */
export interface TextSectionProps<Area extends AreaName, Name extends string> {
  area: Area;
  /** The section of the area's texts; also the id of its heading. */
  name: Name;
}

interface SectionTexts {
  title: string;
  intro: string;
  items: Record<string, { title: string; text: string; duration: string }>;
}

/**
 * The texts of one section of an area. The keys are plain strings here, because the components that call this function
 * check them.
 */
export function useSectionTexts(area: AreaName, name: string) {
  const text = useTextOf<Record<string, SectionTexts>>(area);
  const tree = useVisit().texts[area]?.[name];
  const hasIntro = typeof tree === 'object' && 'intro' in tree;
  return {
    title: text(`${name}.title`),
    intro: hasIntro ? text(`${name}.intro`) : undefined,
    item: (id: string) => ({ id, title: text(`${name}.items.${id}.title`), text: text(`${name}.items.${id}.text`) }),
    /** The duration of a step, in words. */
    duration: (id: string) => text(`${name}.items.${id}.duration`),
  };
}
