import { asset } from '#shared/asset.ts';
import { skies, skyColours, type Sky, type SkyColours } from '#shared/skies.ts';

interface Colours extends SkyColours {
  text: string;
}

/** The text is white only on the night sky; the other skies are too bright for it. */
const coloursOf = (sky: Sky): Colours => ({ ...skyColours[sky], text: sky === 'night' ? '#ffffff' : '#0b0e15' });

export interface Scene {
  sky: Colours;
  /** The engraving in the page's head; without one the preview shows a sun. */
  art?: string;
}

/** Every engraving is drawn for one sky, so the pairs are those of the pages' heads. */
export const pageScenes: Record<string, { sky: Sky; art?: string }> = {
  about: { sky: 'noon', art: asset('art/head-about.svg') },
  team: { sky: 'noon', art: asset('art/head-team.svg') },
  careers: { sky: 'rain', art: asset('art/head-careers.svg') },
  contacts: { sky: 'dusk', art: asset('art/head-contacts.svg') },
  'ai-automation': { sky: 'morning', art: asset('art/head-ai-automation.svg') },
  'ml-integration': { sky: 'rain', art: asset('art/head-ml.svg') },
  'llm-development': { sky: 'night', art: asset('art/head-llm.svg') },
  'custom-software-development': { sky: 'dawn', art: asset('art/head-custom-software.svg') },
  'api-systems-integration': { sky: 'noon', art: asset('art/head-integration.svg') },
  'cloud-devops-platform-engineering': { sky: 'rain', art: asset('art/head-cloud.svg') },
  'cybersecurity-compliance-engineering': { sky: 'night', art: asset('art/head-security.svg') },
  'data-engineering': { sky: 'dusk', art: asset('art/head-data.svg') },
  apps: { sky: 'morning', art: asset('art/head-apps.svg') },
  details: { sky: 'morning', art: asset('art/head-details.svg') },
  process: { sky: 'dawn', art: asset('art/head-process.svg') },
  news: { sky: 'morning', art: asset('art/head-news.svg') },
  privacy: { sky: 'morning' },
  terms: { sky: 'morning' },
  accessibility: { sky: 'morning' },
};

/** The colours and the picture of the link preview of a page. */
export function pageScene(routeName: string): Scene {
  const { sky, art } = pageScenes[routeName] ?? { sky: 'night' };
  return { sky: coloursOf(sky), art };
}

/** Derives the sky of an article from its slug, so that it never changes. */
export function articleScene(slug: string): Scene {
  const sum = [...slug].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { sky: coloursOf(skies[sum % skies.length] ?? 'night') };
}
