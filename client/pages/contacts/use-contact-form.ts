import { useEffect, useLayoutEffect } from 'react';
import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { tabDraft } from './contact-draft.ts';
import { useCachedForm } from '../../forms/form-cache.ts';
import type { SendForm } from './send-form.ts';
import { useSite, useVisit } from '../../lib/site-context.ts';
import { createContactStore, type ContactStore } from './contact-store.ts';
import { visibleErrors, type ContactValues } from './contact-rules.ts';
import type { FormState, Visit } from '../../visit.ts';
import { contactFormKey, contactForms } from './contact-forms.ts';
import { createNotify } from './notices.ts';
import { topicParameters } from './topic-tabs.tsx';

/** The topic that the query of an address names; null for none. */
function namedTopic(search: string): Topic | null {
  const named = new URLSearchParams(search).get('topic');
  return isTopic(named) ? named : null;
}

/** The topic that a form posted without JavaScript, or the address, names. */
export function topicOf({ search, postedForm }: Visit): Topic {
  const posted = postedForm?.values['topic'];
  return isTopic(posted) ? posted : (namedTopic(search) ?? 'general');
}

/** The values of a form that was posted without JavaScript; a checkbox that was not ticked is empty. */
function postedValues(form: FormState | undefined): Partial<ContactValues> {
  if (!form) return {};
  const { firstName = '', lastName = '', email = '', message = '', privacyTerms = '' } = form.values;
  return { firstName, lastName, email, message, privacyTerms: privacyTerms !== '' };
}

/** Makes topic and address agree. A link without a topic leads to the general one, unless something is typed. */
function useTopicOfAddress({ search }: Visit, form: ContactStore): void {
  const { navigator } = useSite();
  useEffect(() => {
    const named = namedTopic(search);
    if (named || form.isBlank()) form.select(named ?? 'general');
    navigator.setParameters(topicParameters(form.topic.peek()));
  }, [form, search, navigator]);
}

/** The form of the contacts page: the cached one, or a new one. */
export function useContactForm(send?: SendForm): ContactStore {
  const site = useSite();
  const visit = useVisit();
  const create = () =>
    createContactStore({
      topic: topicOf(visit),
      values: postedValues(visit.postedForm),
      errors: visibleErrors(visit.postedForm?.errors),
      draft: tabDraft,
      send,
      notify: createNotify(site),
    });
  const form = useCachedForm(contactForms, contactFormKey, create);

  // The effects of the fields have run before this one: what was typed before hydration is in the form.
  useLayoutEffect(() => form.mount(!namedTopic(visit.search), visit.openedAt), [form, visit]);

  useTopicOfAddress(visit, form);
  return form;
}
