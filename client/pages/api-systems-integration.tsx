import { asset } from '#shared/asset.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { UseCases } from '../components/use-cases.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'api-systems-integration';

function ApiIntegration() {
  return (
    <ServicePage<Locales['api-systems-integration']>
      area={area}
      sky="noon"
      art={asset('art/head-integration.svg')}
      features={{
        apiDevelopment: 'plug',
        systemIntegration: 'blocks',
        dataSynchronization: 'git-merge',
        securityAndAuthentication: 'key-round',
      }}
    >
      <Benefits<Locales['api-systems-integration']>
        area={area}
        items={[
          'unifiedArchitecture',
          'realTimeDataFlow',
          'improvedEfficiency',
          'enhancedSecurity',
          'scalableSolutions',
          'reducedDevelopmentTime',
        ]}
      />
      <UseCases<Locales['api-systems-integration']>
        area={area}
        items={{
          enterpriseIntegration: { sky: 'morning', art: asset('art/use-cabinet.svg') },
          thirdPartyIntegration: { sky: 'noon', art: asset('art/product-gitl.svg') },
          iotIntegration: { sky: 'dusk', art: asset('art/use-watch.svg') },
        }}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: ApiIntegration });
