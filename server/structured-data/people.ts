import type { Person } from 'schema-dts';
import { asset } from '#shared/asset.ts';
import { createText, type TextTree } from '#shared/text.ts';
import type teamTexts from '../../locales/en/team.json';
import { organizationId } from './company.ts';
import type { PagePlace } from './page.ts';

// spec.md, section 2: five members.
const members = [
  { id: 'ceo-founder', portrait: asset('art/team-ceo-founder.svg') },
  { id: 'cpo', portrait: asset('art/team-cpo.svg') },
  { id: 'head-engineering', portrait: asset('art/team-head-engineering.svg') },
  { id: 'ux-ui-designer', portrait: asset('art/team-ux-ui-designer.svg') },
  { id: 'ai-ml-engineer', portrait: asset('art/team-ai-ml-engineer.svg') },
] as const;

/** The team, on its page. */
export function people({ origin, visit, url }: PagePlace): Person[] {
  if (visit.route.name !== 'team') return [];
  const { texts, language } = visit;
  const text = createText<typeof teamTexts>(texts, language, 'team');
  const skillsOf = (id: string): string[] => {
    const entries = (texts['team']?.['members'] as Record<string, TextTree> | undefined)?.[id]?.['skills'];
    return typeof entries === 'object' ? Object.values(entries).filter((skill) => typeof skill === 'string') : [];
  };
  return members.map(({ id, portrait }) => ({
    '@type': 'Person',
    '@id': `${origin}/#${id}`,
    name: text(`members.${id}.name`),
    jobTitle: text(`members.${id}.position`),
    description: text(`members.${id}.bio`),
    image: new URL(portrait, origin).href,
    knowsAbout: skillsOf(id),
    worksFor: { '@id': organizationId(origin) },
    mainEntityOfPage: { '@id': `${url}#webpage` },
  }));
}
