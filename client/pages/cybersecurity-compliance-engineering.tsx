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
        securityArchitecture: asset('art/mark-shield-check-night.svg'),
        complianceManagement: asset('art/mark-badge-check-night.svg'),
        threatDetection: asset('art/mark-scan-search-night.svg'),
        incidentResponse: asset('art/mark-circle-alert-night.svg'),
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
        financialServices: { sky: 'rain', art: asset('art/use-bank.svg') },
        healthcareProtection: { sky: 'dusk', art: asset('art/use-umbrella.svg') },
        enterpriseRisk: { sky: 'morning', art: asset('art/use-dam.svg') },
      }}
    />
  );
}

export const page = definePage({ Page: Cybersecurity });
