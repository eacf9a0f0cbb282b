import { asset } from '#shared/asset.ts';
import type { Locales } from '#shared/locales.ts';
import { Benefits } from '../components/benefits.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { UseCases } from '../components/use-cases.tsx';
import { definePage } from '../lib/define-page.ts';

const area = 'custom-software';

function CustomSoftware() {
  return (
    <ServicePage<Locales['custom-software']>
      area={area}
      sky="dawn"
      art={asset('art/head-custom-software.svg')}
      features={{
        customSoftware: 'blocks',
        mobileApp: 'smartphone',
        webApp: 'app-window',
        productEngineering: 'pencil-ruler',
      }}
    >
      <Benefits<Locales['custom-software']>
        area={area}
        items={[
          'customSolutions',
          'scalableCode',
          'modernStack',
          'agileProcess',
          'qualityAssurance',
          'postLaunchSupport',
        ]}
      />
      <UseCases<Locales['custom-software']>
        area={area}
        items={{
          ecommerce: { sky: 'dawn', art: asset('art/product-dashboard.svg') },
          businessApps: { sky: 'rain', art: asset('art/use-ship.svg') },
          saasProducts: { sky: 'morning', art: asset('art/product-social-game.svg') },
        }}
      />
    </ServicePage>
  );
}

export const page = definePage({ Page: CustomSoftware });
