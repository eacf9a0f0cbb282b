import { asset } from './asset.ts';
import type { Language } from './languages.ts';
import type { Texts, TextTree } from './text.ts';

/** The members in the order of the team page; `sky` names the colours of the portrait. */
export const members = [
  { id: 'ceo-founder', sky: 'morning', portrait: asset('art/team-ceo-founder.svg') },
  { id: 'cpo', sky: 'dawn', portrait: asset('art/team-cpo.svg') },
  { id: 'head-engineering', sky: 'rain', portrait: asset('art/team-head-engineering.svg') },
  { id: 'ux-ui-designer', sky: 'noon', portrait: asset('art/team-ux-ui-designer.svg') },
  { id: 'ai-ml-engineer', sky: 'dusk', portrait: asset('art/team-ai-ml-engineer.svg') },
] as const;
export type Member = (typeof members)[number];
type MemberId = Member['id'];

/** Shown for a member whose skills are missing from the translations. */
export const fallbackSkills: Record<Language, Record<MemberId, readonly string[]>> = {
  en: {
    'ceo-founder': ['Strategy', 'Product', 'Partnerships'],
    cpo: ['Product discovery', 'Roadmaps', 'Analytics'],
    'head-engineering': ['Architecture', 'Cloud', 'Mentoring'],
    'ux-ui-designer': ['UX research', 'Interface design', 'Accessibility'],
    'ai-ml-engineer': ['Machine learning', 'LLM', 'Python'],
  },
  ua: {
    'ceo-founder': ['Стратегія', 'Продукт', 'Робота з партнерами'],
    cpo: ['Дослідження продукту', 'Дорожні карти', 'Аналітика'],
    'head-engineering': ['Архітектура', 'Хмара', 'Наставництво'],
    'ux-ui-designer': ['UX-дослідження', 'Дизайн інтерфейсів', 'Доступність'],
    'ai-ml-engineer': ['Машинне навчання', 'LLM', 'Python'],
  },
};

type Node = string | TextTree | undefined;

/**
 * Reads the texts without `createText`, which would log a missing key: translations may have any number of skills, or
 * none.
 */
export function memberSkills(texts: Texts, language: Language, id: MemberId): readonly string[] {
  const skills = ['members', id, 'skills'].reduce<Node>(
    (node, key) => (typeof node === 'object' ? node[key] : undefined),
    texts['team'],
  );
  const translated =
    typeof skills === 'object' ? Object.values(skills).filter((skill) => typeof skill === 'string') : [];
  return translated.length > 0 ? translated : fallbackSkills[language][id];
}
