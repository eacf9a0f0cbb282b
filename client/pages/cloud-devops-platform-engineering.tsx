import { asset } from '#shared/asset.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { UseCases } from '../components/use-cases.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'cloud-devops-platform-engineering';

function CloudPlatform() {
  return (
    <ServicePage<Locales['cloud-devops-platform-engineering']>
      area={area}
      sky="rain"
      art={asset('art/head-cloud.svg')}
      features={{
        cloudInfrastructure: 'cloud',
        devopsAutomation: 'workflow',
        platformEngineering: 'server',
        performanceOptimization: 'trending-up',
      }}
    >
      <Benefits<Locales['cloud-devops-platform-engineering']>
        area={area}
        items={[
          'uptimeReliability',
          'deploymentTimeReduction',
          'costOptimization',
          'automatedScaling',
          'enhancedSecurity',
          'fasterTimeToMarket',
        ]}
      />
      <UseCases<Locales['cloud-devops-platform-engineering']>
        area={area}
        items={{
          cloudMigration: { sky: 'morning', art: asset('art/product-social-game.svg') },
          microservicesDeployment: { sky: 'rain', art: asset('art/use-ship.svg') },
          devopsTransformation: { sky: 'dawn', art: asset('art/use-solar.svg') },
        }}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: CloudPlatform });
