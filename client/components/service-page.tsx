import type { ReactNode } from 'react';
import type { Sky } from '#shared/skies.ts';
import type { ServiceTexts } from '../lib/service-texts.ts';
import { useText, useTextOf } from '../lib/site-context.ts';
import { Call } from './call.tsx';
import { Features } from './features.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { PageHead } from './page-head.tsx';

interface Props<Tree extends ServiceTexts> {
  area: string;
  sky: Sky;
  /** The engraving in the head. */
  art: string;
  /** An icon for each feature of the texts, in their order. */
  features: Record<keyof Tree['features']['items'], string>;
  /** The label of a second button, to the case studies. */
  cases?: string;
  children: ReactNode;
}

/** What every service page has: head, four features, parts of its own, and the way on to contacts and process. */
export function ServicePage<Tree extends ServiceTexts>({ area, sky, art, features, cases, children }: Props<Tree>) {
  const text = useTextOf<ServiceTexts>(area);
  const common = useText('navbar');
  const service = useText('services');
  const night = sky === 'night';
  const caseStudies = cases && (
    <Link className="button button--line" href="/case-studies">
      {cases}
    </Link>
  );
  return (
    <>
      <PageHead
        sky={sky}
        title={text('title')}
        lead={text('lead')}
        art={art}
        back={{ href: '/', label: common('backHome') }}
      >
        <Link className={night ? 'button button--sun' : 'button'} href="/contacts">
          {text('call.button')}
        </Link>
        {caseStudies}
      </PageHead>
      <Features area={area} sky={sky} icons={features} />
      {children}
      <Call sky={sky} title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts">
          {text('call.button')}
        </Link>
        {caseStudies}
        <Link className="go" href="/process">
          {service('process')}
          <Icon name="arrow-right" />
        </Link>
      </Call>
    </>
  );
}
