import type { KeyboardEvent, MouseEvent } from 'react';
import { isUnmodifiedClick } from '../lib/unmodified-click.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import type { PageHref } from '../routes.ts';

interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  /** How many items the tab shows. */
  count?: number;
  /**
   * Opens the page on this tab where JavaScript does not run: the tabs are links until then. Arrow keys move among
   * links without selecting them, which Enter, Space and a click do.
   */
  href?: PageHref;
}

interface Props<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  select: (id: Id) => void;
  /** The id of the one panel whose content all tabs change. */
  panel: string;
}

export const tabId = (panel: string, tab: string) => `${panel}-${tab}`;

/** Tabs after the ARIA pattern: one stop of the Tab key, the arrow keys move among the tabs. */
export function TabList<Id extends string>({ label, tabs, selected, select, panel }: Props<Id>) {
  const hydrated = useHydrated();
  const areLinks = tabs.some(({ href }) => href !== undefined);
  const List = areLinks ? 'nav' : 'div';
  const actAsTabs = hydrated || !areLinks;

  function onKeyDown(event: KeyboardEvent) {
    // Keys with these modifiers belong to the browser: with Alt, or Command, an arrow goes back in its history.
    if (!actAsTabs || event.altKey || event.ctrlKey || event.metaKey) return;
    // Only the tabs send keys here, and React gives the target of an event the type EventTarget.
    const position = tabs.findIndex(({ id }) => tabId(panel, id) === (event.target as Element).id);
    /** The positions that the keys lead to. */
    const positions: Record<string, number> = {
      ArrowRight: (position + 1) % tabs.length,
      ArrowLeft: (position + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
      // The space key activates a button, but not a link.
      ...(areLinks && { ' ': position }),
    };
    const tab = tabs[positions[event.key] ?? -1];
    if (!tab) return;
    event.preventDefault();
    if (!areLinks || event.key === ' ') select(tab.id);
    document.getElementById(tabId(panel, tab.id))?.focus();
  }

  return (
    <List className="tab-list" role={actAsTabs ? 'tablist' : undefined} aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <TabItem
          key={tab.id}
          tab={tab}
          panel={panel}
          selected={tab.id === selected}
          actsAsTab={actAsTabs}
          select={() => select(tab.id)}
        />
      ))}
    </List>
  );
}

interface ItemProps {
  tab: Tab;
  panel: string;
  selected: boolean;
  actsAsTab: boolean;
  select: () => void;
}

function TabItem({ tab: { id, label, count, href }, panel, selected, actsAsTab, select }: ItemProps) {
  const state = actsAsTab
    ? { role: 'tab', 'aria-selected': selected, 'aria-controls': panel, tabIndex: selected ? 0 : -1 }
    : { 'aria-current': selected || undefined };
  const content = count === undefined ? label : [`${label} `, <sup key="count">{count}</sup>];
  if (href === undefined)
    return (
      <button className="tab-list__tab" type="button" id={tabId(panel, id)} onClick={select} {...state}>
        {content}
      </button>
    );
  const onClick = (event: MouseEvent) => {
    if (!isUnmodifiedClick(event)) return;
    event.preventDefault();
    select();
  };
  return (
    <a className="tab-list__tab" id={tabId(panel, id)} href={href} onClick={onClick} {...state}>
      {content}
    </a>
  );
}
