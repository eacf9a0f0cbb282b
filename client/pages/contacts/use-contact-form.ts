import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { isTopic, type Topic } from '#shared/contact-limits.ts';
import { createText } from '#shared/text.ts';
import { tabDraft } from '../../lib/contact-draft.ts';
import type { SendForm } from '../../lib/send-form.ts';
import { useSite, useVisit } from '../../lib/site-context.ts';
import {
  createContactForm,
  fieldNames,
  type ContactForm,
  type ContactNews,
  type ContactValues,
  type FieldErrors,
} from '../../stores/contact-form.ts';
import type { Site } from '../../stores/site.ts';
import type { ToastText } from '../../stores/toasts.ts';
import type { FormState, Visit } from '../../visit.ts';
import { quietly, topicAddress } from './topic-tabs.tsx';

/** The tab that the address, or a form posted without JavaScript, names. */
function firstTopic({ search, form }: Visit): Topic {
  const named = form?.values['topic'] ?? new URLSearchParams(search).get('topic');
  return isTopic(named) ? named : 'general';
}

type Fields = Partial<Record<string, string>>;

/** What a form says, as it was posted or as the browser has it; a box that is not ticked is not there, or empty. */
function readValues({
  firstName = '',
  lastName = '',
  email = '',
  message = '',
  privacyTerms = '',
}: Fields): ContactValues {
  return { firstName, lastName, email, message, privacyTerms: privacyTerms !== '' };
}

function firstErrors(form: FormState | undefined): FieldErrors {
  const errors = Object.entries(form?.errors ?? {});
  return Object.fromEntries(errors.filter(([name]) => fieldNames.some((field) => field === name)));
}

const from = 'contacts';

/** Says news in the language of the moment; whoever has gone on to another page is told in the words of this one. */
function createTell({ visit, toasts }: Site): (news: ContactNews | null) => void {
  let known = visit.peek();
  return (news) => {
    if (!news) return toasts.dismissErrors(from);
    const now = visit.peek();
    if ('contacts' in now.texts) known = now;
    const text = createText(known.texts, known.language, 'contacts');
    const say = (key: Parameters<typeof text>[0]): ToastText => ({ area: 'contacts', key, text: text(key) });
    if (news.kind === 'sent') {
      toasts.show({ from, tone: 'ok', title: say('contactForm.successTitle'), text: say('contactForm.success') });
      return;
    }
    if (news.kind === 'cancelled') {
      toasts.show({ from, tone: 'ok', text: say('contactForm.cancelled') });
      return;
    }
    const message = 'text' in news ? news.text : say(`contactForm.errors.${news.key}`);
    toasts.show({ from, tone: 'bad', title: say('contactForm.errorTitle'), text: message });
  };
}

/** The tab and the address agree; a link that names no tab throws nothing away that was written on one. */
function useTopicOf({ search }: Visit, form: ContactForm): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const named = new URLSearchParams(search).get('topic');
    const topic = isTopic(named) ? named : 'general';
    if (isTopic(named) || form.isBlank()) form.select(topic);
    const chosen = form.topic.peek();
    if (chosen !== topic) navigate(topicAddress(chosen) + location.hash, quietly);
  }, [form, search, navigate]);
}

/** Makes the store of one mounted form and wakes it up once there is a browser. */
export function useContactForm(element: RefObject<HTMLFormElement | null>, send?: SendForm): ContactForm {
  const site = useSite();
  const visit = useVisit();
  const [form] = useState(() =>
    createContactForm({
      topic: firstTopic(visit),
      values: readValues(visit.form?.values ?? {}),
      errors: firstErrors(visit.form),
      draft: tabDraft,
      send,
      tell: createTell(site),
    }),
  );

  // What was typed before hydration, or kept by the browser over a reload: before React renders again, or it would put
  // its own empty values over it.
  useLayoutEffect(() => {
    if (!element.current) return;
    const typed = Object.fromEntries(new FormData(element.current)) as Fields;
    form.open(readValues(typed), !new URLSearchParams(location.search).has('topic'));
  }, [form, element]);

  useTopicOf(visit, form);
  return form;
}
