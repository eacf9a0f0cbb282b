import { asset } from '#shared/asset.ts';

/**
 * The six products (spec.md, section 3), in the home page's carousel and on a page of their own. Only GITL has a page: the
 * other addresses are spec.md's, which wants them named and not linked.
 */
export const products = [
  { id: 'gitl', sky: 'noon', art: asset('art/product-gitl.svg'), link: '/gitl', isFeatured: true },
  {
    id: 'socialGame',
    sky: 'morning',
    art: asset('art/product-social-game.svg'),
    link: '/applications/social-game',
    isUnderDevelopment: true,
  },
  {
    id: 'dashboard',
    sky: 'dawn',
    art: asset('art/product-dashboard.svg'),
    link: '/applications/dashboard',
    isUnderDevelopment: true,
  },
  {
    id: 'cryptoBot',
    sky: 'rain',
    art: asset('art/product-crypto-bot.svg'),
    link: '/applications/crypto-bot',
    isUnderDevelopment: true,
  },
  {
    id: 'seoTool',
    sky: 'dusk',
    art: asset('art/product-seo-tool.svg'),
    link: '/applications/seo-tool',
    isUnderDevelopment: true,
  },
  {
    id: 'insights',
    sky: 'night',
    art: asset('art/product-insights.svg'),
    link: '/applications/insights-app',
    isUnderDevelopment: true,
  },
] as const;
