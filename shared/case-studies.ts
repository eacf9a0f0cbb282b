/** What each case study tells: keys below its id in the `projects` texts. */
export const caseStudyParts = ['title', 'summary', 'challenge', 'solution', 'result'] as const;

/** Defined but not shown yet (spec.md, section 2): the page is a notice. `art` is a picture below static/. */
export const caseStudies = [
  { id: 'solar-plant', art: 'news/solar.svg' },
  { id: 'blockchain-mobile', art: 'art/product-crypto-bot.svg' },
  { id: 'ai-team-manager', art: 'art/head-team.svg' },
  { id: 'security-dashboard', art: 'art/service-security.svg' },
  { id: 'smart-manufacturing', art: 'news/helmet.svg' },
  { id: 'healthcare-ai', art: 'news/watch.svg' },
  { id: 'supply-chain', art: 'news/ship.svg' },
] as const;
