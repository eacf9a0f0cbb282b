import { asset } from '#shared/asset.ts';

/** The six hours of the day, as client/styles/tokens.css has them. */
const skies = {
  dawn: { sky: '#ffd3ba', ground: '#ffeadf', line: '#b0240c', text: '#0b0e15' },
  morning: { sky: '#cde2f1', ground: '#e7f1f8', line: '#12357f', text: '#0b0e15' },
  noon: { sky: '#fadb7e', ground: '#fdedbe', line: '#1b3a78', text: '#0b0e15' },
  rain: { sky: '#c6ddd3', ground: '#e3efe9', line: '#0d4a42', text: '#0b0e15' },
  dusk: { sky: '#efc3cf', ground: '#f8e2e8', line: '#5a164b', text: '#0b0e15' },
  night: { sky: '#0b1024', ground: '#080b18', line: '#afc6f7', text: '#ffffff' },
} as const;

export interface Scene {
  sky: (typeof skies)[keyof typeof skies];
  /** The engraving of the page's head; without one a sun rises. */
  art?: string;
}

/** Every engraving is drawn for one sky: the pairs are those of the pages' heads. */
const scenes: Record<string, Scene> = {
  about: { sky: skies.noon, art: asset('art/head-about.svg') },
  team: { sky: skies.noon, art: asset('art/head-team.svg') },
  careers: { sky: skies.rain, art: asset('art/head-careers.svg') },
  contacts: { sky: skies.dusk, art: asset('art/head-contacts.svg') },
  'ai-automation': { sky: skies.morning, art: asset('art/head-ai-automation.svg') },
  'ml-integration': { sky: skies.rain, art: asset('art/head-ml.svg') },
  'llm-development': { sky: skies.night, art: asset('art/head-llm.svg') },
  'custom-software-development': { sky: skies.dawn, art: asset('art/head-custom-software.svg') },
  'api-systems-integration': { sky: skies.noon, art: asset('art/head-integration.svg') },
  'cloud-devops-platform-engineering': { sky: skies.rain, art: asset('art/head-cloud.svg') },
  'cybersecurity-compliance-engineering': { sky: skies.night, art: asset('art/head-security.svg') },
  'data-engineering': { sky: skies.dusk, art: asset('art/head-data.svg') },
  apps: { sky: skies.morning, art: asset('art/head-apps.svg') },
  details: { sky: skies.morning, art: asset('art/head-details.svg') },
  process: { sky: skies.dawn, art: asset('art/head-process.svg') },
  news: { sky: skies.morning, art: asset('art/head-news.svg') },
  privacy: { sky: skies.morning },
  terms: { sky: skies.rain },
};

export function pageScene(routeName: string): Scene {
  return scenes[routeName] ?? { sky: skies.night };
}

/** An article keeps its hour of the day for ever. */
export function articleScene(slug: string): Scene {
  const hours = Object.values(skies);
  const sum = [...slug].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { sky: hours[sum % hours.length] ?? skies.night };
}
