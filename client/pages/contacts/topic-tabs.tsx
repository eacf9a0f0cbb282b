import { addressOf } from '#shared/address.ts';
import { topics, type Topic } from '#shared/contact-limits.ts';
import { TabList } from '../../components/tab-list.tsx';
import { useSite, useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactStore } from './contact-store.ts';
import { panelId } from './ids.ts';

export const topicAddress = (topic: Topic, hash?: string) =>
  addressOf('/contacts', {}, { query: { topic: topic === 'general' ? undefined : topic }, hash });

/** The parameters of the address that name a topic: none for the general one. */
export const topicParameters = (topic: Topic) => ({ topic: topic === 'general' ? [] : [topic] });

/** Links that open the page with a topic; tabs once there is JavaScript. Choosing a tab resets the form. */
export function TopicTabs({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const current = useValue(form.topic);
  const { navigator } = useSite();

  function choose(topic: Topic) {
    if (form.sending.peek() || topic === form.topic.peek()) return;
    form.select(topic);
    navigator.setParameters(topicParameters(topic));
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
