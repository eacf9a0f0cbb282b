import { useState } from 'react';
import { filterTechnologies, isInGroup, type Technology, type TechnologyGroups } from '#shared/technologies.ts';
import type { TechnologyTexts } from '../lib/service-texts.ts';
import { useTextOf } from '../lib/site-context.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { SectionHead } from './section-head.tsx';
import { TabList, tabId } from './tab-list.tsx';

interface Props {
  area: string;
  items: readonly Technology[];
  groups: TechnologyGroups;
}

const panel = 'technology-panel';

/** What a service is built with. Every item is in the HTML; a tab hides what is not in its group. */
export function TechnologyTabs({ area, items, groups }: Props) {
  const text = useTextOf<TechnologyTexts>(area);
  const [selected, select] = useState('all');
  const hydrated = useHydrated();
  const tabs = ['all', ...Object.keys(groups)].map((id) => ({
    id,
    label: text(`technologies.tabs.${id}`),
    count: filterTechnologies(items, groups, id).length,
  }));
  // A panel belongs to tabs, and those are there only with JavaScript (tabs.css).
  const panelRole = hydrated ? { role: 'tabpanel', 'aria-labelledby': tabId(panel, selected), tabIndex: 0 } : {};
  return (
    <section className="section section--haze" aria-labelledby="technologies">
      <div className="shell">
        <SectionHead id="technologies" title={text('technologies.title')} intro={text('technologies.intro')} />
        <TabList label={text('technologies.tabsLabel')} tabs={tabs} selected={selected} select={select} panel={panel} />
        <div className="technologies" id={panel} {...panelRole}>
          <ul className="chips">
            {items.map((item) => (
              <li className="chip" key={item.id} hidden={!isInGroup(groups, selected, item)}>
                <b>{item.name}</b>
                <span>{text(`technologies.categories.${item.category.toLowerCase()}`)}</span>
                <p>{text(`technologies.items.${item.id}`)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
