import { useRef, type KeyboardEvent } from 'react';

export interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  count?: number;
}

interface Props<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  selected: Id;
  select: (id: Id) => void;
  /** The id of the one panel that all tabs show their part in. */
  panel: string;
}

export const tabId = (panel: string, tab: string) => `${panel}-${tab}`;

/** Where a key leads from a position; null for keys that mean nothing here. */
export function target(key: string, position: number, count: number): number | null {
  if (key === 'ArrowRight') return (position + 1) % count;
  if (key === 'ArrowLeft') return (position + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Tabs as the ARIA pattern has them: one stop for the Tab key, arrows move and select. */
export function TabList<Id extends string>({ label, tabs, selected, select, panel }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent) {
    const next = target(
      event.key,
      tabs.findIndex(({ id }) => id === selected),
      tabs.length,
    );
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    select(tab.id);
    list.current?.querySelector<HTMLElement>(`#${tabId(panel, tab.id)}`)?.focus();
  }

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(({ id, label: name, count }) => (
        <button
          key={id}
          className="tab"
          type="button"
          role="tab"
          id={tabId(panel, id)}
          aria-selected={id === selected}
          aria-controls={panel}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => select(id)}
          onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {name} {count !== undefined && <sup>{count}</sup>}
        </button>
      ))}
    </div>
  );
}
