import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';

const art = asset('art/head-integration.svg');

function ApiIntegration({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="api-systems-integration"
      related={['data', 'custom', 'details']}
      articles={articles}
      sky="noon"
      art={art}
      sun={[0.291, 0.147]}
      features={{
        apiDevelopment: asset('art/mark-signal-mast-noon.svg'),
        systemIntegration: asset('art/mark-ropeway-noon.svg'),
        dataSynchronization: asset('art/mark-sewing-machine-noon.svg'),
        securityAndAuthentication: asset('art/mark-key-rack-noon.svg'),
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
        enterpriseIntegration: { sky: 'morning', art: asset('art/use-gears.svg') },
        thirdPartyIntegration: { sky: 'noon', art: asset('art/use-plug.svg') },
        iotIntegration: { sky: 'dusk', art: asset('art/use-thermometer.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  art,
  load: loadArticlesAbout('/api-systems-integration'),
  Page: ApiIntegration,
});
