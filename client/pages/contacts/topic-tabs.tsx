import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { topics, type Topic } from '#shared/contact-limits.ts';
import { targetPosition } from '../../components/tab-list.tsx';
import { useText } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm } from '../../stores/contact-form.ts';
import { panelId, tabId } from './ids.ts';

export const topicAddress = (topic: Topic) => (topic === 'general' ? '/contacts' : `/contacts?topic=${topic}`);

/** Options of a navigation that only makes the address agree with the page: no scrolling, and no entry in the history. */
export const addressOnly = { replace: true, state: { stay: true } };

/**
 * Links that open the page with a topic. With JavaScript they are tabs; arrow keys move only the focus, because
 * choosing a tab resets the form.
 */
export function TopicTabs({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const current = useValue(form.topic);
  const hydrated = useHydrated();
  const list = useRef<HTMLElement>(null);
  const [, navigate] = useLocation();

  function choose(topic: Topic) {
    if (form.sending.peek() || topic === form.topic.peek()) return;
    form.select(topic);
    navigate(`${topicAddress(topic)}#contact`, addressOnly);
  }

  function onKeyDown(event: KeyboardEvent) {
    const position = topics.findIndex((topic) => tabId(topic) === (event.target as Element).id);
    const focused = topics[position];
    if (!focused) return;
    if (event.key === ' ') {
      event.preventDefault();
      return choose(focused);
    }
    const next = targetPosition(event.key, position, topics.length);
    const topic = next === null ? undefined : topics[next];
    if (!topic) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`#${tabId(topic)}`)?.focus();
  }

  function onClick(event: MouseEvent, topic: Topic) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    choose(topic);
  }

  const tab = (topic: Topic) => {
    const selected = topic === current;
    const attributes = hydrated
      ? {
          role: 'tab',
          'aria-selected': selected,
          'aria-controls': panelId,
          tabIndex: selected ? 0 : -1,
          onClick: (event: MouseEvent) => onClick(event, topic),
        }
      : { 'aria-current': selected ? ('true' as const) : undefined };
    return (
      <a className="tab" id={tabId(topic)} key={topic} href={`${topicAddress(topic)}#contact`} {...attributes}>
        {text(`contactForm.tabs.${topic}`)}
      </a>
    );
  };
  const tabList = hydrated ? { role: 'tablist', onKeyDown } : {};
  return (
    <nav className="tabs" ref={list} aria-label={text('contactForm.tabsLabel')} {...tabList}>
      {topics.map(tab)}
    </nav>
  );
}
