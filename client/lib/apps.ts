import { asset } from '#shared/asset.ts';

/** The products page's six cards (spec.md, section 3); a product under development has no page to link to. */
export const apps = [
  {
    id: 'gitl',
    statusType: 'available',
    link: '/gitl',
    icon: 'git-merge',
    sky: 'noon',
    image: asset('art/product-gitl-wide.svg'),
  },
  {
    id: 'socialGame',
    statusType: 'development',
    link: null,
    icon: 'users',
    sky: 'morning',
    image: asset('art/product-social-game-wide.svg'),
  },
  {
    id: 'dashboard',
    statusType: 'development',
    link: null,
    icon: 'layout-dashboard',
    sky: 'dawn',
    image: asset('art/product-dashboard-wide.svg'),
  },
  {
    id: 'cryptoBot',
    statusType: 'development',
    link: null,
    icon: 'bot',
    sky: 'rain',
    image: asset('art/product-crypto-bot-wide.svg'),
  },
  {
    id: 'seoTool',
    statusType: 'development',
    link: null,
    icon: 'search',
    sky: 'dusk',
    image: asset('art/product-seo-tool-wide.svg'),
  },
  {
    id: 'insights',
    statusType: 'development',
    link: null,
    icon: 'telescope',
    sky: 'night',
    image: asset('art/product-insights-wide.svg'),
  },
] as const;
export type App = (typeof apps)[number];
