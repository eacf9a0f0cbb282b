import { useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { attachmentOf, topics, type Topic } from '#shared/contact-limits.ts';
import { useText } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm } from '../../stores/contact-form.ts';
import { AttachmentField } from './parts.ts';

export const tabId = (topic: Topic) => `contact-tab-${topic}`;
export const panelId = 'contact-form';

export const topicAddress = (topic: Topic) => (topic === 'general' ? '/contacts' : `/contacts?topic=${topic}`);

/** For an address that follows what stands on the page: nothing moves, and Back does not lead through it. */
export const quietly = { replace: true, state: { stay: true } };

/** Which tab a key leads to; undefined for keys that are not the tabs' business. */
function target(key: string, current: number): number | undefined {
  const last = topics.length - 1;
  if (key === 'ArrowRight') return current === last ? 0 : current + 1;
  if (key === 'ArrowLeft') return current === 0 ? last : current - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

/** Links that open the page on a tab; with JavaScript they are tabs, and choosing one empties the form. */
export function TopicTabs({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const current = useValue(form.topic);
  const hydrated = useHydrated();
  const list = useRef<HTMLElement>(null);
  const [, navigate] = useLocation();

  async function choose(topic: Topic) {
    if (form.sending.peek() || topic === form.topic.peek()) return;
    // Its part of the form must be there; where its code does not come, the whole page is asked for.
    const open = attachmentOf[topic] === 'none' ? Promise.resolve() : AttachmentField.open();
    await open.then(
      () => form.select(topic),
      () => undefined,
    );
    navigate(`${topicAddress(topic)}#contact`, quietly);
  }

  async function onKeyDown(event: KeyboardEvent) {
    const next = event.key === ' ' ? topics.indexOf(current) : target(event.key, topics.indexOf(current));
    const topic = next === undefined ? undefined : topics[next];
    if (!topic) return;
    event.preventDefault();
    await choose(topic);
    list.current?.querySelector<HTMLElement>(`#${tabId(topic)}`)?.focus();
  }

  function onClick(event: MouseEvent, topic: Topic) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void choose(topic);
  }

  const tab = (topic: Topic) => {
    const selected = topic === current;
    const state = hydrated
      ? {
          role: 'tab',
          'aria-selected': selected,
          'aria-controls': panelId,
          tabIndex: selected ? 0 : -1,
          onClick: (event: MouseEvent) => onClick(event, topic),
        }
      : { 'aria-current': selected ? ('true' as const) : undefined };
    return (
      <a className="tab" id={tabId(topic)} key={topic} href={`${topicAddress(topic)}#contact`} {...state}>
        {text(`contactForm.tabs.${topic}`)}
      </a>
    );
  };
  return (
    <nav
      className="tabs"
      ref={list}
      aria-label={text('contactForm.tabsLabel')}
      role={hydrated ? 'tablist' : undefined}
      onKeyDown={
        hydrated
          ? (event) => {
              void onKeyDown(event);
            }
          : undefined
      }
    >
      {topics.map(tab)}
    </nav>
  );
}
