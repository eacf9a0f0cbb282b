import { asset } from '#shared/asset.ts';
import { mlGroups, mlTechnologies } from '#shared/technologies.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { Steps } from '../components/steps.tsx';
import { TechnologyTabs } from '../components/technology-tabs.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const area = 'ml-integration';

function MlIntegration() {
  const text = useText(area);
  return (
    <ServicePage<Locales['ml-integration']>
      area={area}
      sky="rain"
      art={asset('art/head-ml.svg')}
      features={{
        modelApi: 'plug',
        batchScoring: 'clock',
        eventStreams: 'activity',
        onDevice: 'cpu',
      }}
      cases={text('call.cases')}
    >
      <TechnologyTabs area={area} items={mlTechnologies} groups={mlGroups} />
      <Steps<Locales['ml-integration']>
        area={area}
        items={['framing', 'assessment', 'selection', 'integration', 'shadowRun', 'monitoring']}
      />
      <Benefits<Locales['ml-integration']>
        area={area}
        items={['answersInPlace', 'knownAccuracy', 'safeRollout', 'repeatableTraining', 'costControl', 'protectedData']}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: MlIntegration });
