import { useState } from 'react';
import { filterTechnologies, isInGroup, type Technology, type TechnologyGroups } from '../content/technologies.ts';
import type { AreaWith, ItemId } from '../lib/section-texts.ts';
import { useTextOf } from '../lib/site-context.ts';
import { Section } from './section.tsx';
import { TabList, tabId } from './tab-list.tsx';

interface TechnologyTexts {
  technologies: {
    title: string;
    intro: string;
    tabsLabel: string;
    tabs: Record<string, string>;
    categories: Record<string, string>;
    items: Record<string, string>;
  };
}

interface Props<Area extends AreaWith<'technologies'>> {
  area: Area;
  items: readonly (Technology & { id: ItemId<Area, 'technologies'> })[];
  groups: TechnologyGroups;
}

const panel = 'technology-panel';

/** The technologies of a service. The HTML holds every item; a tab hides those that are not in its group. */
export function TechnologyTabs<Area extends AreaWith<'technologies'>>({ area, items, groups }: Props<Area>) {
  const text = useTextOf<TechnologyTexts>(area);
  const technologies: readonly Technology[] = items;
  const [selected, select] = useState('all');
  const tabs = ['all', ...Object.keys(groups)].map((id) => ({
    id,
    label: text(`technologies.tabs.${id}`),
    count: filterTechnologies(technologies, groups, id).length,
  }));
  return (
    <Section id="technologies" title={text('technologies.title')} intro={text('technologies.intro')} surface="haze">
      <TabList label={text('technologies.tabsLabel')} tabs={tabs} selected={selected} select={select} panel={panel} />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, selected)} tabIndex={0}>
        <ul className="technology-tabs__list">
          {technologies.map((item) => (
            <li className="technology-tabs__item" key={item.id} hidden={!isInGroup(groups, selected, item)}>
              <b>{item.name}</b>
              <span>{text(`technologies.categories.${item.category.toLowerCase()}`)}</span>
              <p>{text(`technologies.items.${item.id}`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
