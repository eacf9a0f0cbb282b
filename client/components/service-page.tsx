import type { ReactNode } from 'react';
import type { NewsSummary } from '#shared/contracts/news.ts';
import type { AreaName, Locales } from '#shared/locales.ts';
import type { Sky } from '#shared/skies.ts';
import type { ServiceId } from '../content/services.ts';
import type { ItemId } from '../lib/section-texts.ts';
import { useText, useTextOf } from '../lib/site-context.ts';
import { ArrowLink } from './arrow-link.tsx';
import { CallToAction } from './call-to-action.tsx';
import { Link } from './link.tsx';
import { PageHead, type SunInPicture } from './page-head.tsx';
import { Related } from './related.tsx';
import { FeatureSection } from './feature-section.tsx';
import { StepSection } from './step-section.tsx';
import { TickSection } from './tick-section.tsx';
import { UseCases, type Scene } from './use-cases.tsx';

/** The texts of every service page, without those of its sections. */
interface ServiceTexts {
  title: string;
  lead: string;
  call: { title: string; text: string; button: string };
}

/** Areas whose texts are those of a service page. */
type ServiceArea = {
  [Area in AreaName]: Locales[Area] extends ServiceTexts & { features: { items: object } } ? Area : never;
}[AreaName];

interface Props<Area extends ServiceArea> {
  area: Area;
  sky: Sky;
  /** The picture in the head, and the place of the sun in it: see PageHead. */
  art: string;
  sun: SunInPicture;
  /** An engraving for each feature of the texts, in the order in which they are shown. */
  features: Record<ItemId<Area, 'features'>, string>;
  steps?: readonly ItemId<Area, 'steps'>[];
  benefits?: readonly ItemId<Area, 'benefits'>[];
  useCases?: Record<ItemId<Area, 'useCases'>, Scene>;
  /** Neighbouring services. */
  related: readonly ServiceId[];
  /** Articles that link to this service. */
  articles: Promise<NewsSummary[]>;
  /** The label of a second link, which leads to the case studies. */
  caseStudies?: string;
  /** Sections of this page alone, after the features. */
  children?: ReactNode;
}

/** A page of one service: its texts are an area, and which sections it has are props. */
export function ServicePage<Area extends ServiceArea>({
  area,
  sky,
  art,
  sun,
  features,
  steps,
  benefits,
  useCases,
  related,
  articles,
  caseStudies,
  children,
}: Props<Area>) {
  const text = useTextOf<ServiceTexts>(area);
  const services = useText('services');
  const button = (
    <Link className={sky === 'night' ? 'button button--sun' : 'button'} href="/contacts">
      {text('call.button')}
    </Link>
  );
  const secondLink = caseStudies && <ArrowLink href="/case-studies">{caseStudies}</ArrowLink>;
  return (
    <>
      <PageHead sky={sky} title={text('title')} lead={text('lead')} art={art} sun={sun} back="home">
        {button}
        {secondLink}
      </PageHead>
      <FeatureSection area={area} name="features" art={features} />
      {children}
      {steps && <StepSection area={area} name="steps" items={steps} />}
      {benefits && <TickSection area={area} name="benefits" items={benefits} surface="haze" />}
      {useCases && <UseCases area={area} items={useCases} />}
      <Related services={related} articles={articles} />
      <CallToAction sky={sky} title={text('call.title')} text={text('call.text')}>
        {button}
        {secondLink}
        <ArrowLink href="/process">{services('process')}</ArrowLink>
      </CallToAction>
    </>
  );
}
