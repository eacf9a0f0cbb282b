import { asset } from '#shared/asset.ts';
import { ServicePage } from '../components/service-page.tsx';
import { definePage } from '../lib/define-page.ts';
import { loadArticlesAbout, type ServiceData } from '../lib/related.ts';

function CustomSoftware({ data: { articles } }: { data: ServiceData }) {
  return (
    <ServicePage
      area="custom-software"
      related={['integration', 'cloud', 'ai']}
      articles={articles}
      sky="dawn"
      art={asset('art/head-custom-software.svg')}
      features={{
        customSoftware: 'blocks',
        mobileApp: 'smartphone',
        webApp: 'app-window',
        productEngineering: 'pencil-ruler',
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
        ecommerce: { sky: 'dawn', art: asset('art/product-dashboard.svg') },
        businessApps: { sky: 'rain', art: asset('art/use-ship.svg') },
        saasProducts: { sky: 'morning', art: asset('art/product-social-game.svg') },
      }}
    />
  );
}

export const page = definePage<ServiceData>({
  load: loadArticlesAbout('/custom-software-development'),
  Page: CustomSoftware,
});
