import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { definePage } from '../lib/define-page.ts';

function Cybersecurity() {
  return (
    <ServicePage
      area="cybersecurity-compliance-engineering"
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

export const page = definePage({ Page: Cybersecurity });
