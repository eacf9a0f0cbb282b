import { asset } from './asset.ts';
import type { Texts, TextTree } from './text.ts';

/** The five members of the team page (spec.md, section 2), in its order, each under the sky of the portrait. */
export const members = [
  { id: 'ceo-founder', sky: 'morning', portrait: asset('art/team-ceo-founder.svg') },
  { id: 'cpo', sky: 'dawn', portrait: asset('art/team-cpo.svg') },
  { id: 'head-engineering', sky: 'rain', portrait: asset('art/team-head-engineering.svg') },
  { id: 'ux-ui-designer', sky: 'noon', portrait: asset('art/team-ux-ui-designer.svg') },
  { id: 'ai-ml-engineer', sky: 'dusk', portrait: asset('art/team-ai-ml-engineer.svg') },
] as const;
export type Member = (typeof members)[number];
export type MemberId = Member['id'];

/** Shown for a member whose skills the translations lack (spec.md, section 3). */
export const fallbackSkills: Record<MemberId, readonly string[]> = {
  'ceo-founder': ['Strategy', 'Product', 'Partnerships'],
  cpo: ['Product discovery', 'Roadmaps', 'Analytics'],
  'head-engineering': ['Architecture', 'Cloud', 'Mentoring'],
  'ux-ui-designer': ['UX research', 'Interface design', 'Accessibility'],
  'ai-ml-engineer': ['Machine learning', 'LLM', 'Python'],
};

type Node = string | TextTree | undefined;

/** Reads the tree itself: the number of skills is the translators' choice, and a gap here is expected, not a fault to log. */
export function memberSkills(texts: Texts, id: MemberId): readonly string[] {
  const skills = ['members', id, 'skills'].reduce<Node>(
    (node, key) => (typeof node === 'object' ? node[key] : undefined),
    texts['team'],
  );
  const translated =
    typeof skills === 'object' ? Object.values(skills).filter((skill) => typeof skill === 'string') : [];
  return translated.length > 0 ? translated : fallbackSkills[id];
}
