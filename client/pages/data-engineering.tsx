import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { TechnologyTabs } from '../components/technology-tabs.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { dataGroups, dataTechnologies } from '../content/technologies.ts';
import { definePage } from '../lib/define-page.ts';

const area = 'data-engineering';

const art = asset('art/head-data.svg');

function DataEngineering({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area={area}
      related={['ml', 'integration', 'cloud']}
      articles={articles}
      sky="dusk"
      art={art}
      sun={[0.139, 0.058]}
      features={{
        dataLake: asset('art/mark-barrels-dusk.svg'),
        etl: asset('art/mark-churns-dusk.svg'),
        realTime: asset('art/mark-water-tap-dusk.svg'),
        businessIntelligence: asset('art/mark-telescope-dusk.svg'),
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

export const page = definePage<ServiceData>({
  art,
  load: loadArticlesAbout('/data-engineering'),
  Page: DataEngineering,
});
