import type { AreaName } from '#shared/locales.ts';
import type { RouteName } from './routes.ts';

/** Areas that every page needs: top bar and footer (the menu lists the services). */
const layoutAreas: readonly AreaName[] = ['navbar', 'footer', 'services'];

/**
 * The translation areas that each page reads, besides those of the layout. Only the server needs to know them, so they
 * are apart from the route table, which browsers load.
 */
export const pageAreas: Record<RouteName, readonly AreaName[]> = {
  home: ['hero', 'products', 'features'],
  about: ['about', 'team'],
  team: ['team'],
  careers: ['careers', 'answers-applicants'],
  privacy: ['privacy'],
  terms: ['terms'],
  accessibility: ['accessibility'],
  contacts: ['contacts', 'team', 'estimate'],
  'case-studies': ['case-studies'],
  'ai-automation': ['ai-automation'],
  'ml-integration': ['ml-integration'],
  'llm-development': ['llm-development'],
  'custom-software-development': ['custom-software'],
  'api-systems-integration': ['api-systems-integration'],
  'cloud-devops-platform-engineering': ['cloud-devops-platform-engineering'],
  'cybersecurity-compliance-engineering': ['cybersecurity-compliance-engineering'],
  'data-engineering': ['data-engineering'],
  apps: ['our-products'],
  details: ['details'],
  process: ['process', 'answers-clients'],
  gitl: ['gitl', 'extension', 'answers-gitl'],
  checkout: ['checkout', 'extension'],
  news: ['news'],
  'news-article': ['news'],
  'not-found': ['not-found'],
  error: ['not-found'],
};

/** The translation areas of a page, those of the layout included. */
export const textAreas = (name: RouteName): AreaName[] => [...layoutAreas, ...pageAreas[name]];
