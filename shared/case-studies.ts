/**
 * The case studies; their texts are in `projects`, by id. No page shows them yet, so no browser loads this file. `art`
 * is the path of a picture in static/.
 */
export const caseStudies = [
  { id: 'solar-plant', art: 'news/solar.svg' },
  { id: 'blockchain-mobile', art: 'art/mark-key-rack-noon.svg' },
  { id: 'ai-team-manager', art: 'art/head-team.svg' },
  { id: 'security-dashboard', art: 'art/service-security.svg' },
  { id: 'smart-manufacturing', art: 'news/helmet.svg' },
  { id: 'healthcare-ai', art: 'news/watch.svg' },
  { id: 'supply-chain', art: 'news/ship.svg' },
] as const;
