import { clsx } from 'clsx';
import { useRef, type KeyboardEvent } from 'react';
import type { Language } from '#shared/languages.ts';
import { formatMoney } from '#shared/money.ts';
import { originalPriceOf, plans, priceOf, savingsOf, type Plan } from '#shared/plans.ts';
import { Icon } from '../../components/icon.tsx';
import { SectionHead } from '../../components/section-head.tsx';
import { scrollBehavior } from '../../lib/reduced-motion.ts';
import { useLanguage, useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { Activation } from '../../stores/activation.ts';
import { activationFormId, planErrorId } from './ids.ts';

/** spec.md, section 9: the savings are 5.00 USD or 200 UAH. */
const savingsDigits: Record<Language, number> = { en: 2, ua: 0 };

/** Three cards, one radio group. The radios belong to the form below, also without JavaScript. */
export function Pricing({ activation }: { activation: Activation }) {
  const text = useText('extension');
  const error = useValue(activation.errors).plan;
  // Arrow keys try plans out: the page must not run away under whoever still compares them.
  const comparing = useRef(false);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    comparing.current = key.startsWith('Arrow');
  };
  const onPointerDown = () => {
    comparing.current = false;
  };

  const choose = (id: Plan['id']) => {
    activation.choosePlan(id);
    if (!comparing.current) document.getElementById('activate')?.scrollIntoView({ behavior: scrollBehavior() });
    comparing.current = false;
  };

  return (
    <section className="section section--haze" id="pricing" aria-labelledby="plans">
      <div className="shell">
        <SectionHead id="plans" title={text('plans.title')} intro={text('plans.intro')} />
        <div
          className="plans"
          role="radiogroup"
          aria-labelledby="plans"
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? planErrorId : undefined}
        >
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} activation={activation} onChoose={() => choose(plan.id)} />
          ))}
        </div>
      </div>
    </section>
  );
}

interface CardProps {
  plan: Plan;
  activation: Activation;
  onChoose: () => void;
}

function PlanCard({ plan, activation, onChoose }: CardProps) {
  const text = useText('extension');
  const chosen = useValue(activation.plan) === plan.id;
  // What is being paid for must not change under the payment.
  const processing = useValue(activation.processing);
  const { id } = plan;
  return (
    <div className={clsx('plan', plan.popular && 'plan--top on-black')}>
      <input
        type="radio"
        name="plan"
        value={id}
        form={activationFormId}
        defaultChecked={chosen}
        disabled={!plan.available || processing}
        onClick={onChoose}
        onChange={() => activation.choosePlan(id)}
        aria-labelledby={`plan-${id} price-${id}`}
        aria-describedby={clsx(plan.badge && `badge-${id}`, `about-${id}`, `has-${id}`)}
      />
      <div className="plan__name">
        <h3 className="t-3" id={`plan-${id}`}>
          {text(plan.name)}
        </h3>
        {plan.badge && (
          <span className="badge badge--top" id={`badge-${id}`}>
            {text(plan.badge)}
          </span>
        )}
      </div>
      <Price plan={plan} />
      <p className="soft" id={`about-${id}`}>
        {text(`plans.items.${id}.description`)}
      </p>
      <ul className="plan__list" id={`has-${id}`}>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            <span>{text(feature)}</span>
          </li>
        ))}
      </ul>
      <span className={clsx('plan__pick button', plan.popular ? 'button--sun' : 'button--line')} aria-hidden="true">
        <span className="plan__idle">{text('plans.select')}</span>
        <span className="plan__chosen">
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
    <p className="plan__price" id={`price-${plan.id}`}>
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
          <span className="plan__save">
            {' · '}
            {text('plans.save', { amount: formatMoney(language, savings, savingsDigits[language]) })}
          </span>
        )}
      </span>
    </p>
  );
}
