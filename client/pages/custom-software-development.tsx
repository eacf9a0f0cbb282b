import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';

const art = asset('art/head-custom-software.svg');

function CustomSoftware({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="custom-software"
      related={['integration', 'cloud', 'ai']}
      articles={articles}
      sky="dawn"
      art={art}
      sun={[0.533, 0.087]}
      features={{
        customSoftware: asset('art/mark-tailors-dummy-dawn.svg'),
        mobileApp: asset('art/mark-bicycle-dawn.svg'),
        webApp: asset('art/mark-tram-dawn.svg'),
        productEngineering: asset('art/mark-pencil-dawn.svg'),
      }}
      benefits={[
        'customSolutions',
        'scalableCode',
        'modernStack',
        'agileProcess',
        'qualityAssurance',
        'postLaunchSupport',
      ]}
      useCases={{
        ecommerce: { sky: 'dawn', art: asset('art/use-stall.svg') },
        businessApps: { sky: 'rain', art: asset('art/use-desk.svg') },
        saasProducts: { sky: 'morning', art: asset('art/use-tower.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  art,
  load: loadArticlesAbout('/custom-software-development'),
  Page: CustomSoftware,
});
