import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { AreaName, Locales } from '#shared/locales.ts';
import { useSectionTexts, type ItemId } from '../lib/section-texts.ts';
import { FeatureList } from './feature-list.tsx';
import { Icon } from './icon.tsx';
import { SectionHead } from './section-head.tsx';

type Surface = 'white' | 'haze' | 'black';

interface SectionProps {
  /** The id of the heading, which names the section and is its anchor. */
  id: string;
  title: string;
  intro?: string;
  /** The background; white unless stated. */
  surface?: Surface;
  /** On wide screens the heading stands beside the content instead of above it. */
  split?: boolean;
  children: ReactNode;
}

const surfaceClass: Record<Surface, string | undefined> = {
  white: undefined,
  haze: 'section--haze',
  black: 'on-black',
};

/** The heading of a section beside its content. */
function SplitHead({ id, title, intro }: Pick<SectionProps, 'id' | 'title' | 'intro'>) {
  const heading = (
    <h2 className="t-2" id={id}>
      {title}
    </h2>
  );
  if (!intro) return heading;
  return (
    <div className="stack">
      {heading}
      <p className="soft split__intro">{intro}</p>
    </div>
  );
}

/** A part of a page that its heading names. */
export function Section({ id, title, intro, surface = 'white', split = false, children }: SectionProps) {
  const Head = split ? SplitHead : SectionHead;
  return (
    <section className={clsx('section', surfaceClass[surface])} aria-labelledby={id}>
      <div className={clsx('shell', split && 'split')}>
        <Head id={id} title={title} intro={intro} />
        {children}
      </div>
    </section>
  );
}

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

/** A section of the texts as cards with a small engraving each. */
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
}: TickProps<Area, Name>) {
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

interface StepProps<Area extends AreaName, Name extends string> extends TextSectionProps<Area, Name> {
  items: readonly ItemId<Area, Name>[];
  surface?: Surface;
  /** What stands before each step: its number, with one digit or two, or how long the step takes. */
  label?: 'number' | 'two-digit' | 'duration';
}

/** A section of the texts as steps in their order. */
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
      <ol className="steps">
        {items.map(item).map((step, index) => (
          <li key={step.id} data-rise>
            {label === 'duration' ? (
              <span className="soft steps__time">{duration(step.id)}</span>
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
 * A section of the texts as questions that open. The first is open, which shows what the others do. They work without
 * JavaScript, the browser's search opens the one in which it finds something, and on paper all are open.
 */
export function QuestionSection<Area extends AreaName, Name extends string>({
  area,
  name,
  items,
}: QuestionProps<Area, Name>) {
  const { title, intro, item } = useSectionTexts(area, name);
  return (
    <Section split id={name} title={title} intro={intro}>
      <div className="questions">
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
