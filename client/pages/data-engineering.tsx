import { asset } from '#shared/asset.ts';
import { dataGroups, dataTechnologies } from '#shared/technologies.ts';
import { ServicePage } from '../components/service-page.tsx';
import { TechnologyTabs } from '../components/technology-tabs.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'data-engineering';

function DataEngineering() {
  return (
    <ServicePage
      area={area}
      sky="dusk"
      art={asset('art/head-data.svg')}
      features={{
        dataLake: asset('art/mark-warehouse-dusk.svg'),
        etl: asset('art/mark-workflow-dusk.svg'),
        realTime: asset('art/mark-activity-dusk.svg'),
        businessIntelligence: asset('art/mark-chart-column-dusk.svg'),
      }}
      steps={['assessment', 'design', 'development', 'analytics', 'testing', 'monitoring']}
      benefits={[
        'unifiedArchitecture',
        'reducedProcessingTime',
        'improvedQuality',
        'scalableInfrastructure',
        'realTimeInsights',
        'automatedWorkflows',
      ]}
    >
      <TechnologyTabs area={area} items={dataTechnologies} groups={dataGroups} />
    </ServicePage>
  );
}

export const page = definePage({ Page: DataEngineering });
