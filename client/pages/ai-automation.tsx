import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';

const art = asset('art/head-ai-automation.svg');

function AiAutomation({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="ai-automation"
      related={['llm', 'ml', 'integration']}
      articles={articles}
      sky="morning"
      art={art}
      sun={[0.145, 0.083]}
      features={{
        documentProcessing: asset('art/mark-rubber-stamp-morning.svg'),
        workflowAutomation: asset('art/mark-conveyor-morning.svg'),
        decisionSupport: asset('art/mark-scales-morning.svg'),
        assistants: asset('art/mark-dog-morning.svg'),
      }}
      benefits={[
        'lessRoutine',
        'fasterResponse',
        'fewerErrors',
        'explainedDecisions',
        'humanControl',
        'predictableCost',
      ]}
      useCases={{
        customerService: { sky: 'noon', art: asset('art/use-telephone.svg') },
        financialProcessing: { sky: 'dawn', art: asset('art/use-abacus.svg') },
        supplyChain: { sky: 'rain', art: asset('art/use-crane.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({ art, load: loadArticlesAbout('/ai-automation'), Page: AiAutomation });
