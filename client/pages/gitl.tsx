import { useState } from 'react';
import { findPlan } from '#shared/plans.ts';
import { createActivationApi } from '../lib/activation-api.ts';
import { definePage } from '../lib/define-page.ts';
import { createPart } from '../lib/part.tsx';
import { useVisit } from '../lib/site-context.ts';
import { createActivation, type ActivationStart, type AlertKey, type FieldErrors } from '../stores/activation.ts';
import type { Visit } from '../visit.ts';
import { ActivationSection } from './gitl/activation-section.tsx';
import { GitlHero } from './gitl/hero.tsx';
import { Pricing } from './gitl/pricing.tsx';

const Case = createPart(async () => (await import('./gitl/case.tsx')).Case);

/** What the address and an earlier post without JavaScript already say. */
function readStart({ search, form }: Pick<Visit, 'search' | 'form'>): ActivationStart {
  const query = new URLSearchParams(search);
  // The server names its messages by the same texts.
  const { form: failed, ...errors } = (form?.errors ?? {}) as FieldErrors & { form?: AlertKey };
  const started = query.get('trial') === 'started' && !form;
  return {
    plan: findPlan(form?.values['plan'] ?? query.get('plan'))?.id ?? null,
    machineId: form?.values['machine_id'] ?? query.get('id') ?? '',
    email: form?.values['email'] ?? '',
    errors,
    notice: form?.message
      ? { tone: 'bad', text: form.message }
      : failed
        ? { tone: 'bad', key: failed }
        : started
          ? { tone: 'ok', key: 'trialStarted' }
          : null,
  };
}

function openActivation(visit: Visit) {
  const activation = createActivation(createActivationApi(), readStart(visit));
  // A link may carry what no extension has shown.
  if (activation.machineId.peek().trim() && !visit.form) activation.checkField('machine_id');
  return activation;
}

function Gitl() {
  const visit = useVisit();
  const [activation] = useState(() => openActivation(visit));
  return (
    <>
      <GitlHero />
      <div className="on-black">
        <Case />
      </div>
      <Pricing activation={activation} />
      <ActivationSection activation={activation} />
    </>
  );
}

export const page = definePage({ Page: Gitl, parts: [Case] });
