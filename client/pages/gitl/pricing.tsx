import { clsx } from 'clsx';
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { Language } from '#shared/languages.ts';
import { formatMoney } from '#shared/money.ts';
import { originalPriceOf, plans, priceOf, savingsOf, type Plan } from '#shared/plans.ts';
import { Icon } from '../../components/icon.tsx';
import { Section } from '../../components/section.tsx';
import { scrollBehavior } from '../../lib/motion.ts';
import { useLanguage, useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ActivationStore } from './activation-store.ts';
import { activationFormId, fieldIds, planErrorId } from './ids.ts';

/** Decimal places of the savings: dollars are shown with cents, hryvnias without kopiykas. */
const savingsDigits: Record<Language, number> = { en: 2, ua: 0 };

/**
 * Scrolls to the activation form after a plan was chosen. Arrow keys compare plans, so they do not scroll. Space and
 * Enter also move the focus to the form, because the focused plan would be out of view.
 */
function useMoveToForm(activation: ActivationStore) {
  const isArrow = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    isArrow.current = event.key.startsWith('Arrow');
    if (![' ', 'Enter'].includes(event.key) || !(event.target instanceof HTMLInputElement)) return;
    // By default Enter submits a form that the visitor may not have seen, and Space does nothing on a checked button.
    event.preventDefault();
    event.target.click();
    const { machine_id } = activation.values.peek();
    const field = document.getElementById(machine_id.trim() === '' ? fieldIds.machine_id : fieldIds.email);
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center', behavior: scrollBehavior() });
  };
  // `detail` counts the clicks of a pointer, and is 0 for a key. An arrow key with Ctrl or Alt chooses no plan, so
  // `isArrow` may be left from it.
  function moveToForm({ detail }: MouseEvent): void {
    if (detail || !isArrow.current) document.getElementById('activate')?.scrollIntoView({ behavior: scrollBehavior() });
    isArrow.current = false;
  }
  return { onKeyDown, moveToForm };
}

/** Shows the plans as one radio group. Its buttons have a `form` attribute, so they belong to the form below. */
export function Pricing({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  const error = useValue(activation.fields.plan.error);
  const { onKeyDown, moveToForm } = useMoveToForm(activation);
  return (
    <Section anchor="pricing" id="plans" title={text('plans.title')} intro={text('plans.intro')} surface="haze">
      <div className="strip">
        <div
          className="pricing"
          role="radiogroup"
          aria-labelledby="plans"
          onKeyDown={onKeyDown}
          aria-invalid={error ? true : undefined}
        >
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              activation={activation}
              error={error && planErrorId}
              onChoose={(event) => {
                activation.choosePlan(plan.id);
                moveToForm(event);
              }}
            />
          ))}
        </div>
      </div>
    </Section>
  );
}

interface CardProps {
  plan: Plan;
  activation: ActivationStore;
  /** The id of the element that says that no plan is chosen. */
  error: string | undefined;
  onChoose: (event: MouseEvent) => void;
}

function PlanCard({ plan, activation, error, onChoose }: CardProps) {
  const text = useText('extension');
  const chosen = useValue(activation.fields.plan.value) === plan.id;
  // The plan cannot change while its payment is being created.
  const processing = useValue(activation.processing);
  const { id } = plan;
  const radio = useRef<HTMLInputElement>(null);
  // The plan may have been chosen before hydration or restored by the browser.
  useEffect(() => {
    if (radio.current?.checked && activation.values.peek().plan !== id) activation.choosePlan(id);
  }, [activation, id]);
  return (
    <div className={clsx('pricing__plan', plan.popular && 'pricing__plan--top on-black')}>
      <input
        ref={radio}
        type="radio"
        name="plan"
        value={id}
        form={activationFormId}
        defaultChecked={chosen}
        disabled={!plan.available || processing}
        onClick={onChoose}
        aria-labelledby={`plan-${id} price-${id}`}
        aria-describedby={clsx(error, plan.badge && `badge-${id}`, `about-${id}`, `has-${id}`)}
      />
      <h3 className="t-3" id={`plan-${id}`}>
        {text(plan.name)}
      </h3>
      {plan.badge && (
        <span className="badge badge--top" id={`badge-${id}`}>
          {text(plan.badge)}
        </span>
      )}
      <Price plan={plan} />
      <p className="soft" id={`about-${id}`}>
        {text(`plans.items.${id}.description`)}
      </p>
      <ul className="pricing__list" id={`has-${id}`}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            <span>{text(feature)}</span>
          </li>
        ))}
      </ul>
      <span className={clsx('pricing__pick button', plan.popular ? 'button--sun' : 'button--line')} aria-hidden="true">
        <span className="pricing__idle">{text('plans.select')}</span>
        <span className="pricing__chosen">
          <Icon name="check" />
          {text('plans.selected')}
        </span>
      </span>
    </div>
  );
}

function Price({ plan }: { plan: Plan }) {
  const text = useText('extension');
  const language = useLanguage();
  const price = priceOf(plan, language);
  const original = originalPriceOf(plan, language);
  const savings = savingsOf(plan, language);
  return (
    <p className="pricing__price" id={`price-${plan.id}`}>
      <b>{price === 0 ? text('plans.free') : formatMoney(language, price)}</b>
      {original !== null && (
        <>
          <span className="sr">{text('plans.was', { amount: formatMoney(language, original) })}</span>
          <s aria-hidden="true">{formatMoney(language, original)}</s>
        </>
      )}
      <span className="soft t-small">
        {text(plan.duration)}
        {savings > 0 && (
          <span className="pricing__save">
            {' · '}
            {text('plans.save', { amount: formatMoney(language, savings, savingsDigits[language]) })}
          </span>
        )}
      </span>
    </p>
  );
}
