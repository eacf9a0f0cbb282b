import { asset } from '#shared/asset.ts';
import { skies, type Sky } from '#shared/skies.ts';

interface Colours {
  sky: string;
  ground: string;
  line: string;
  text: string;
}

const ink = '#0b0e15';

/** As client/styles/tokens.css has them. */
export const colours: Record<Sky, Colours> = {
  dawn: { sky: '#ffd3ba', ground: '#ffeadf', line: '#b0240c', text: ink },
  morning: { sky: '#cde2f1', ground: '#e7f1f8', line: '#12357f', text: ink },
  noon: { sky: '#fadb7e', ground: '#fdedbe', line: '#1b3a78', text: ink },
  rain: { sky: '#c6ddd3', ground: '#e3efe9', line: '#0d4a42', text: ink },
  dusk: { sky: '#efc3cf', ground: '#f8e2e8', line: '#5a164b', text: ink },
  night: { sky: '#0b1024', ground: '#080b18', line: '#afc6f7', text: '#ffffff' },
};

export interface Scene {
  sky: Colours;
  /** The engraving of the page's head; without one a sun rises. */
  art?: string;
}

/** Every engraving is drawn for one sky: the pairs are those of the pages' heads. */
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
};

export function pageScene(routeName: string): Scene {
  const { sky, art } = pageScenes[routeName] ?? { sky: 'night' };
  return { sky: colours[sky], art };
}

/** An article keeps its hour of the day for ever. */
export function articleScene(slug: string): Scene {
  const sum = [...slug].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { sky: colours[skies[sum % skies.length] ?? 'night'] };
}
