import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { definePage } from '../lib/define-page.ts';
import { loadArticlesAbout, type ServiceData } from '../lib/related.ts';

function Cybersecurity({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="cybersecurity-compliance-engineering"
      related={['cloud', 'integration', 'llm']}
      articles={articles}
      sky="night"
      art={asset('art/head-security.svg')}
      features={{
        securityArchitecture: 'shield-check',
        complianceManagement: 'badge-check',
        threatDetection: 'scan-search',
        incidentResponse: 'circle-alert',
      }}
      benefits={[
        'proactivePrevention',
        'complianceAssurance',
        'reducedIncidents',
        'enhancedProtection',
        'monitoring247',
        'rapidResponse',
      ]}
      useCases={{
        financialServices: { sky: 'rain', art: asset('art/product-crypto-bot.svg') },
        healthcareProtection: { sky: 'dusk', art: asset('art/use-watch.svg') },
        enterpriseRisk: { sky: 'morning', art: asset('art/use-helmet.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  load: loadArticlesAbout('/cybersecurity-compliance-engineering'),
  Page: Cybersecurity,
});
