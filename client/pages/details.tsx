import { asset } from '#shared/asset.ts';
import { ArrowLink } from '../components/arrow-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Related } from '../components/related.tsx';
import { StepSection } from '../components/step-section.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';
import { Diagram } from './details/diagram.tsx';

const art = asset('art/head-details.svg');

function Details({ data: { articles } }: { data: ServiceData }) {
  const text = useText('details');
  return (
    <>
      <PageHead sky="morning" title={text('title')} lead={text('lead')} art={art} sun={[0.566, 0.078]} back="home" />
      <Diagram />
      <StepSection area="details" name="approach" items={['discovery', 'design', 'development']} surface="haze" />
      <Related services={['ml', 'integration', 'data']} articles={articles} />
      <CallToAction sky="morning" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts#contact">
          {text('call.button')}
        </Link>
        <ArrowLink href="/process">{text('call.process')}</ArrowLink>
      </CallToAction>
    </>
  );
}

export const page = definePage<ServiceData>({ art, load: loadArticlesAbout('/details'), Page: Details });
