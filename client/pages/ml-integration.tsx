import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { TechnologyTabs } from '../components/technology-tabs.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { mlGroups, mlTechnologies } from '../content/technologies.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const area = 'ml-integration';

const art = asset('art/head-ml.svg');

function MlIntegration({ data: { articles } }: { data: ServiceData }) {
  const text = useText(area);
  return (
    <ServicePage
      area={area}
      related={['ai', 'data', 'llm', 'details']}
      articles={articles}
      sky="rain"
      art={art}
      sun={[0.303, 0.052]}
      features={{
        modelApi: asset('art/mark-windsock-rain.svg'),
        batchScoring: asset('art/mark-tractor-rain.svg'),
        eventStreams: asset('art/mark-heron-rain.svg'),
        onDevice: asset('art/mark-lantern-rain.svg'),
      }}
      steps={['framing', 'assessment', 'selection', 'integration', 'shadowRun', 'monitoring']}
      benefits={[
        'answersInPlace',
        'knownAccuracy',
        'safeRollout',
        'repeatableTraining',
        'costControl',
        'protectedData',
      ]}
      caseStudies={text('call.cases')}
    >
      <TechnologyTabs area={area} items={mlTechnologies} groups={mlGroups} />
    </ServicePage>
  );
}

export const page = definePage<ServiceData>({ art, load: loadArticlesAbout('/ml-integration'), Page: MlIntegration });
