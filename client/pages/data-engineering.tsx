import { asset } from '#shared/asset.ts';
import { dataGroups, dataTechnologies } from '#shared/technologies.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { Steps } from '../components/steps.tsx';
import { TechnologyTabs } from '../components/technology-tabs.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'data-engineering';

function DataEngineering() {
  return (
    <ServicePage<Locales['data-engineering']>
      area={area}
      sky="dusk"
      art={asset('art/head-data.svg')}
      features={{
        dataLake: 'warehouse',
        etl: 'workflow',
        realTime: 'activity',
        businessIntelligence: 'chart-column',
      }}
    >
      <TechnologyTabs area={area} items={dataTechnologies} groups={dataGroups} />
      <Steps<Locales['data-engineering']>
        area={area}
        items={['assessment', 'design', 'development', 'analytics', 'testing', 'monitoring']}
      />
      <Benefits<Locales['data-engineering']>
        area={area}
        items={[
          'unifiedArchitecture',
          'reducedProcessingTime',
          'improvedQuality',
          'scalableInfrastructure',
          'realTimeInsights',
          'automatedWorkflows',
        ]}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: DataEngineering });
