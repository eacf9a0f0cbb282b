import { useEffect } from 'react';
import { isConfirmed } from '#shared/confirmations.ts';
import { findPlan } from '#shared/plans.ts';
import { choosePoster } from '../components/film.tsx';
import { createFormCache, useCachedForm } from '../forms/form-cache.ts';
import { definePage } from '../lib/define-page.ts';
import { useSite, useVisit } from '../lib/site-context.ts';
import { createActivationStore, type ActivationStore, type ActivationStart } from './gitl/activation-store.ts';
import type { ActivationErrors, AlertKey } from './gitl/activation-rules.ts';
import type { Site } from '../stores/site.ts';
import { instanceKeyOf, type Visit } from '../visit.ts';
import { ActivationSection } from './gitl/activation-section.tsx';
import { GitlHero, poster } from './gitl/gitl-hero.tsx';
import { MergeExample } from './gitl/merge-example.tsx';
import { Pricing } from './gitl/pricing.tsx';
import { Questions } from './gitl/questions.tsx';
import { Story } from './gitl/story.tsx';

/** The first state of the form: from the address, or from an earlier post without JavaScript. */
function readStart({ search, postedForm }: Pick<Visit, 'search' | 'postedForm'>): ActivationStart {
  const query = new URLSearchParams(search);
  // The server names its messages by the keys of the same texts.
  const { form: key, ...errors } = (postedForm?.errors ?? {}) as ActivationErrors & { form?: AlertKey };
  const plan = findPlan(postedForm?.values['plan'] ?? query.get('plan'));
  return {
    values: {
      plan: plan?.available ? plan.id : null,
      machine_id: postedForm?.values['machine_id'] ?? query.get('id') ?? '',
      email: postedForm?.values['email'] ?? query.get('email') ?? '',
    },
    errors,
    failure: postedForm?.message ? { text: postedForm.message } : key ? { key } : null,
    status: isConfirmed(query, 'trial') && !postedForm ? 'sent' : 'idle',
  };
}

function createPageActivation({ visit: current }: Pick<Site, 'visit'>, visit: Visit) {
  const language = () => current.peek().language;
  const activation = createActivationStore(readStart(visit), { language });
  // A link may contain an identifier that the extension has never shown.
  if (activation.values.peek().machine_id.trim() && !visit.postedForm) activation.validateField('machine_id');
  return activation;
}

/** By the key of the page, which contains the query with which it was opened. */
const activationForms = createFormCache<ActivationStore>();

/** Prices and form share one state; every address has its own. */
function ActivationParts() {
  const site = useSite();
  const visit = useVisit();
  const activation = useCachedForm(activationForms, instanceKeyOf(visit), () => createPageActivation(site, visit));
  useEffect(() => {
    // The form has the e-mail address of the link; the history must not have it.
    site.navigator.setParameters({ email: [] });
    return activation.cancel;
  }, [activation, site]);
  return (
    <>
      <Pricing activation={activation} />
      <ActivationSection activation={activation} />
    </>
  );
}

function Gitl() {
  return (
    <>
      <GitlHero />
      <div className="on-black">
        <MergeExample />
        <Story />
      </div>
      <ActivationParts />
      <Questions />
    </>
  );
}

export const page = definePage({
  get art() {
    return choosePoster(window, poster);
  },
  Page: Gitl,
});
