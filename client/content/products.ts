import { asset } from '#shared/asset.ts';
import type { Sky } from '#shared/skies.ts';
import type { PageHref } from '../routes.ts';

interface ProductLook {
  /** Names the texts of the product in the areas `products` and `our-products`. */
  id: string;
  sky: Sky;
  icon: string;
  /** The picture of the carousel. */
  art: string;
  /** A wider cut of the picture, for the products page. */
  wideArt: string;
}

/**
 * An available product has a page. A product under development has no link, only an address that is reserved for its
 * page.
 */
type ProductStatus =
  { statusType: 'available'; link: PageHref } | { statusType: 'development'; link: null; reservedPath: string };

/** The six products, in the order of the carousel on the home page and of the products page. */
export const products = [
  {
    id: 'gitl',
    sky: 'noon',
    icon: 'git-merge',
    art: asset('art/product-gitl.svg'),
    wideArt: asset('art/product-gitl-wide.svg'),
    statusType: 'available',
    link: '/gitl',
  },
  {
    id: 'socialGame',
    sky: 'morning',
    icon: 'houses',
    art: asset('art/product-social-game.svg'),
    wideArt: asset('art/product-social-game-wide.svg'),
    statusType: 'development',
    link: null,
    reservedPath: '/applications/social-game',
  },
  {
    id: 'dashboard',
    sky: 'dawn',
    icon: 'columns',
    art: asset('art/product-dashboard.svg'),
    wideArt: asset('art/product-dashboard-wide.svg'),
    statusType: 'development',
    link: null,
    reservedPath: '/applications/dashboard',
  },
  {
    id: 'cryptoBot',
    sky: 'rain',
    icon: 'bot',
    art: asset('art/product-crypto-bot.svg'),
    wideArt: asset('art/product-crypto-bot-wide.svg'),
    statusType: 'development',
    link: null,
    reservedPath: '/applications/crypto-bot',
  },
  {
    id: 'seoTool',
    sky: 'dusk',
    icon: 'peak',
    art: asset('art/product-seo-tool.svg'),
    wideArt: asset('art/product-seo-tool-wide.svg'),
    statusType: 'development',
    link: null,
    reservedPath: '/applications/seo-tool',
  },
  {
    id: 'insights',
    sky: 'night',
    icon: 'speech',
    art: asset('art/product-insights.svg'),
    wideArt: asset('art/product-insights-wide.svg'),
    statusType: 'development',
    link: null,
    reservedPath: '/applications/insights-app',
  },
] as const satisfies readonly (ProductLook & ProductStatus)[];

export type Product = (typeof products)[number];
