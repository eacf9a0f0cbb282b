import { asset } from '#shared/asset.ts';
import { products } from './products.ts';

type Id = (typeof products)[number]['id'];

const looks: Record<Id, { icon: string; image: string }> = {
  gitl: { icon: 'git-merge', image: asset('art/product-gitl-wide.svg') },
  socialGame: { icon: 'users', image: asset('art/product-social-game-wide.svg') },
  dashboard: { icon: 'layout-dashboard', image: asset('art/product-dashboard-wide.svg') },
  cryptoBot: { icon: 'bot', image: asset('art/product-crypto-bot-wide.svg') },
  seoTool: { icon: 'search', image: asset('art/product-seo-tool-wide.svg') },
  insights: { icon: 'telescope', image: asset('art/product-insights-wide.svg') },
};

/** The products page's cards (spec.md, section 3); a product under development has no page to link to. */
export const apps = products.map((product) => {
  const { id, sky } = product;
  const status =
    'isUnderDevelopment' in product
      ? ({ statusType: 'development', link: null } as const)
      : ({ statusType: 'available', link: product.link } as const);
  return { id, sky, ...looks[id], ...status };
});
export type App = (typeof apps)[number];
