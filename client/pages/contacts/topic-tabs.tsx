import { addressOf } from '#shared/address.ts';
import { topics, type Topic } from '#shared/contact-limits.ts';
import { TabList } from '../../components/tab-list.tsx';
import { useSite, useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { GoOptions } from '../../stores/site.ts';
import type { ContactStore } from './contact-store.ts';
import { panelId } from './ids.ts';

export const topicAddress = (topic: Topic, hash?: string) =>
  addressOf('/contacts', {}, { query: { topic: topic === 'general' ? undefined : topic }, hash });

/**
 * Options of a navigation that only makes the address agree with the page: no scrolling, and no entry in the history.
 */
export const addressOnly: GoOptions = { replace: true, stay: true };

/** Links that open the page with a topic; tabs once there is JavaScript. Choosing a tab resets the form. */
export function TopicTabs({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const current = useValue(form.topic);
  const { navigator } = useSite();

  function choose(topic: Topic) {
    if (form.sending.peek() || topic === form.topic.peek()) return;
    form.select(topic);
    void navigator.go(topicAddress(topic, 'contact'), addressOnly);
  }

  const tabs = topics.map((id) => ({
    id,
    label: text(`contactForm.tabs.${id}`),
    href: topicAddress(id, 'contact'),
  }));
  return (
    <TabList label={text('contactForm.tabsLabel')} tabs={tabs} selected={current} select={choose} panel={panelId} />
  );
}
