import { useEffect, useLayoutEffect, useState } from 'react';
import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { tabDraft } from './contact-draft.ts';
import type { SendForm } from './send-form.ts';
import { useSite, useVisit } from '../../lib/site-context.ts';
import { createContactStore, type ContactStore } from './contact-store.ts';
import { contactFields, type ContactErrors, type ContactValues } from './contact-rules.ts';
import type { FormState, Visit } from '../../visit.ts';
import { newestForms } from './newest-forms.ts';
import { createNotify } from './notices.ts';
import { writeTopic } from './topic-tabs.tsx';

/** The topic that a form posted without JavaScript, or the address, names. */
export function topicOf({ search, postedForm }: Visit): Topic {
  const named = postedForm?.values['topic'] ?? new URLSearchParams(search).get('topic');
  return isTopic(named) ? named : 'general';
}

/** The values of a form that was posted without JavaScript; a checkbox that was not ticked is empty. */
function postedValues(form: FormState | undefined): Partial<ContactValues> {
  if (!form) return {};
  const { firstName = '', lastName = '', email = '', message = '', privacyTerms = '' } = form.values;
  return { firstName, lastName, email, message, privacyTerms: privacyTerms !== '' };
}

function postedErrors(form: FormState | undefined): ContactErrors {
  const errors = Object.entries(form?.errors ?? {});
  return Object.fromEntries(errors.filter(([name]) => contactFields.some((field) => field === name)));
}

/** Makes topic and address agree. A link without a topic leads to the general one, unless something is typed. */
function useTopicOfAddress({ search }: Visit, form: ContactStore): void {
  const { navigator } = useSite();
  useEffect(() => {
    const named = new URLSearchParams(search).get('topic');
    const topic = isTopic(named) ? named : 'general';
    if (isTopic(named) || form.isBlank()) form.select(topic);
    const chosen = form.topic.peek();
    if (chosen !== topic) writeTopic(navigator, chosen, location.hash);
  }, [form, search, navigator]);
}

/** The form of the contacts page; it is made for each visit to the page, unless the last one is still busy. */
export function useContactForm(send?: SendForm): ContactStore {
  const site = useSite();
  const visit = useVisit();
  const [form] = useState(() => {
    const earlier = newestForms.get(site);
    if (earlier?.isBusy()) return earlier;
    return createContactStore({
      topic: topicOf(visit),
      values: postedValues(visit.postedForm),
      errors: postedErrors(visit.postedForm),
      draft: tabDraft,
      send,
      notify: createNotify(site),
    });
  });

  const { openedAt } = visit;
  // The effects of the fields have run before this one: what was typed before hydration is in the form.
  useLayoutEffect(() => {
    newestForms.set(site, form);
    form.mount(!new URLSearchParams(location.search).has('topic'), openedAt);
  }, [form, site, openedAt]);

  useTopicOfAddress(visit, form);
  return form;
}
