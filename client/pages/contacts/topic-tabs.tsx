import { addressOf } from '#shared/address.ts';
import { topics, type Topic } from '#shared/contact-limits.ts';
import { TabList } from '../../components/tab-list.tsx';
import { useSite, useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import { isPageHref } from '../../routes.ts';
import type { SiteNavigator } from '../../stores/site.ts';
import type { ContactStore } from './contact-store.ts';
import { panelId } from './ids.ts';

export const topicAddress = (topic: Topic, hash?: string) =>
  addressOf('/contacts', {}, { query: { topic: topic === 'general' ? undefined : topic }, hash });

/**
 * Makes the address name the topic, without scrolling and without an entry in the history. The choices of the estimate,
 * which are in the address too, stay. While the browser loads another page after Back, the address is
 * already that of the other page, so it is not changed.
 */
export function writeTopic(navigator: SiteNavigator, topic: Topic, hash: string): void {
  const address = new URL(location.href);
  if (address.pathname !== topicAddress('general')) return;
  address.searchParams.delete('topic');
  if (topic !== 'general') address.searchParams.set('topic', topic);
  const href = address.pathname + address.search + hash;
  if (isPageHref(href)) void navigator.go(href, { replace: true, stay: true });
}

/** Links that open the page with a topic; tabs once there is JavaScript. Choosing a tab resets the form. */
export function TopicTabs({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const current = useValue(form.topic);
  const { navigator } = useSite();

  function choose(topic: Topic) {
    if (form.sending.peek() || topic === form.topic.peek()) return;
    form.select(topic);
    writeTopic(navigator, topic, '#contact');
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
