import { asset } from '#shared/asset.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { UseCases } from '../components/use-cases.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'cybersecurity-compliance-engineering';

function Cybersecurity() {
  return (
    <ServicePage<Locales['cybersecurity-compliance-engineering']>
      area={area}
      sky="night"
      art={asset('art/head-security.svg')}
      features={{
        securityArchitecture: 'shield-check',
        complianceManagement: 'badge-check',
        threatDetection: 'scan-search',
        incidentResponse: 'circle-alert',
      }}
    >
      <Benefits<Locales['cybersecurity-compliance-engineering']>
        area={area}
        items={[
          'proactivePrevention',
          'complianceAssurance',
          'reducedIncidents',
          'enhancedProtection',
          'monitoring247',
          'rapidResponse',
        ]}
      />
      <UseCases<Locales['cybersecurity-compliance-engineering']>
        area={area}
        items={{
          financialServices: { sky: 'rain', art: asset('art/product-crypto-bot.svg') },
          healthcareProtection: { sky: 'dusk', art: asset('art/use-watch.svg') },
          enterpriseRisk: { sky: 'morning', art: asset('art/use-helmet.svg') },
        }}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: Cybersecurity });
