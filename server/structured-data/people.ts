import type { Person } from 'schema-dts';
import { members, memberSkills } from '#shared/team.ts';
import { createText } from '#shared/text.ts';
import { organizationId } from './company.ts';
import type { PagePlace } from './page.ts';

/** The members of the team, on the page of the team. */
export function people({ origin, visit, url }: PagePlace): Person[] {
  if (visit.route.name !== 'team') return [];
  const { texts, language } = visit;
  const text = createText(texts, language, 'team');
  return members.map(({ id, portrait }) => ({
    '@type': 'Person',
    '@id': `${origin}/#${id}`,
    name: text(`members.${id}.name`),
    jobTitle: text(`members.${id}.position`),
    description: text(`members.${id}.bio`),
    image: new URL(portrait, origin).href,
    knowsAbout: [...memberSkills(texts, language, id)],
    worksFor: { '@id': organizationId(origin) },
    mainEntityOfPage: { '@id': `${url}#webpage` },
  }));
}
