import type { AreaName } from '#shared/locales.ts';
import type { RouteName } from './routes.ts';

/** Areas that every page needs: top bar and footer (the menu lists the services). */
const layoutAreas: readonly AreaName[] = ['navbar', 'footer', 'services'];

type Areas = readonly AreaName[];

/**
 * The translation areas of the pages that read other areas than the one of their name, besides those of the layout. Only
 * the server needs to know them, so they are apart from the route table, which browsers load.
 */
const otherAreas: Record<Exclude<RouteName, AreaName>, Areas> & Partial<Record<RouteName, Areas>> = {
  home: ['hero', 'products', 'features'],
  about: ['about', 'team'],
  careers: ['careers', 'answers-applicants'],
  contacts: ['contacts', 'team', 'estimate'],
  'custom-software-development': ['custom-software'],
  apps: ['our-products'],
  process: ['process', 'answers-clients'],
  gitl: ['gitl', 'extension', 'answers-gitl'],
  checkout: ['checkout', 'extension'],
  'news-article': ['news'],
  error: ['not-found'],
};

/** The translation areas of a page, without those of the layout. */
export function pageAreas(name: RouteName): Areas {
  // The type of `otherAreas` requires all names that are no area, so any other name is one.
  return otherAreas[name] ?? [name as AreaName];
}

/** The translation areas of a page, those of the layout included. */
export const textAreas = (name: RouteName): AreaName[] => [...layoutAreas, ...pageAreas(name)];
