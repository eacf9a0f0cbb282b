import { asset } from '#shared/asset.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { UseCases } from '../components/use-cases.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'ai-automation';

function AiAutomation() {
  return (
    <ServicePage<Locales['ai-automation']>
      area={area}
      sky="morning"
      art={asset('art/head-ai-automation.svg')}
      features={{
        documentProcessing: 'file-text',
        workflowAutomation: 'workflow',
        decisionSupport: 'scale',
        assistants: 'bot',
      }}
    >
      <Benefits<Locales['ai-automation']>
        area={area}
        items={[
          'lessRoutine',
          'fasterResponse',
          'fewerErrors',
          'explainedDecisions',
          'humanControl',
          'predictableCost',
        ]}
      />
      <UseCases<Locales['ai-automation']>
        area={area}
        items={{
          customerService: { sky: 'noon', art: asset('art/use-table.svg') },
          financialProcessing: { sky: 'dawn', art: asset('art/product-dashboard.svg') },
          supplyChain: { sky: 'rain', art: asset('art/use-ship.svg') },
        }}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: AiAutomation });
