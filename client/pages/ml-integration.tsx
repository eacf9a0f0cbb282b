import { asset } from '#shared/asset.ts';
import { mlGroups, mlTechnologies } from '#shared/technologies.ts';
import type texts from '../../locales/en/ml-integration.json';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { Steps } from '../components/steps.tsx';
import { TechnologyTabs } from '../components/technology-tabs.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const area = 'ml-integration';

function MlIntegration() {
  const text = useText<typeof texts>(area);
  return (
    <ServicePage<typeof texts>
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
      <Steps<typeof texts>
        area={area}
        items={['framing', 'assessment', 'selection', 'integration', 'shadowRun', 'monitoring']}
      />
      <Benefits<typeof texts>
        area={area}
        items={['answersInPlace', 'knownAccuracy', 'safeRollout', 'repeatableTraining', 'costControl', 'protectedData']}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: MlIntegration });
