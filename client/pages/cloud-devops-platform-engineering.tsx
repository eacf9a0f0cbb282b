import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';

const art = asset('art/head-cloud.svg');

function CloudPlatform({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="cloud-devops-platform-engineering"
      related={['security', 'custom', 'data']}
      articles={articles}
      sky="rain"
      art={art}
      sun={[0.439, 0.074]}
      features={{
        cloudInfrastructure: asset('art/mark-tents-rain.svg'),
        devopsAutomation: asset('art/mark-barrier-rain.svg'),
        platformEngineering: asset('art/mark-rocket-rain.svg'),
        performanceOptimization: asset('art/mark-hourglass-rain.svg'),
      }}
      benefits={[
        'uptimeReliability',
        'deploymentTimeReduction',
        'costOptimization',
        'automatedScaling',
        'enhancedSecurity',
        'fasterTimeToMarket',
      ]}
      useCases={{
        cloudMigration: { sky: 'morning', art: asset('art/use-geese.svg') },
        microservicesDeployment: { sky: 'rain', art: asset('art/use-train.svg') },
        devopsTransformation: { sky: 'dawn', art: asset('art/use-waterwheel.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  art,
  load: loadArticlesAbout('/cloud-devops-platform-engineering'),
  Page: CloudPlatform,
});
