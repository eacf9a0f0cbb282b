import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';

const art = asset('art/head-security.svg');

function Cybersecurity({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="cybersecurity-compliance-engineering"
      related={['cloud', 'integration', 'llm']}
      articles={articles}
      sky="night"
      art={art}
      sun={[0.586, 0.075]}
      features={{
        securityArchitecture: asset('art/mark-fence-night.svg'),
        complianceManagement: asset('art/mark-weights-night.svg'),
        threatDetection: asset('art/mark-owl-night.svg'),
        incidentResponse: asset('art/mark-lifebuoy-night.svg'),
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

export const page = definePage<ServiceData>({
  art,
  load: loadArticlesAbout('/cybersecurity-compliance-engineering'),
  Page: Cybersecurity,
});
