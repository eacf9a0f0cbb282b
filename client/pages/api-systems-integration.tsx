import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { definePage } from '../lib/define-page.ts';
import { loadArticlesAbout, type ServiceData } from '../lib/related.ts';

function ApiIntegration({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="api-systems-integration"
      related={['data', 'custom', 'details']}
      articles={articles}
      sky="noon"
      art={asset('art/head-integration.svg')}
      features={{
        apiDevelopment: 'plug',
        systemIntegration: 'blocks',
        dataSynchronization: 'git-merge',
        securityAndAuthentication: 'key-round',
      }}
      benefits={[
        'unifiedArchitecture',
        'realTimeDataFlow',
        'improvedEfficiency',
        'enhancedSecurity',
        'scalableSolutions',
        'reducedDevelopmentTime',
      ]}
      useCases={{
        enterpriseIntegration: { sky: 'morning', art: asset('art/use-cabinet.svg') },
        thirdPartyIntegration: { sky: 'noon', art: asset('art/product-gitl.svg') },
        iotIntegration: { sky: 'dusk', art: asset('art/use-watch.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  load: loadArticlesAbout('/api-systems-integration'),
  Page: ApiIntegration,
});
