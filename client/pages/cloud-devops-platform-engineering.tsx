import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { definePage } from '../lib/define-page.ts';
import { loadArticlesAbout, type ServiceData } from '../lib/related.ts';

function CloudPlatform({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="cloud-devops-platform-engineering"
      related={['security', 'custom', 'data']}
      articles={articles}
      sky="rain"
      art={asset('art/head-cloud.svg')}
      features={{
        cloudInfrastructure: 'cloud',
        devopsAutomation: 'workflow',
        platformEngineering: 'server',
        performanceOptimization: 'trending-up',
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
        cloudMigration: { sky: 'morning', art: asset('art/product-social-game.svg') },
        microservicesDeployment: { sky: 'rain', art: asset('art/use-ship.svg') },
        devopsTransformation: { sky: 'dawn', art: asset('art/use-solar.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  load: loadArticlesAbout('/cloud-devops-platform-engineering'),
  Page: CloudPlatform,
});
