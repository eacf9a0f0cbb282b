import { useEffect, useState } from 'react';
import { asset } from '#shared/asset.ts';
import { isEmail } from '#shared/email.ts';
import { findPlan } from '#shared/plans.ts';
import { createText } from '#shared/text.ts';
import { Link } from '../components/link.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';
import type { Route } from '../routes.ts';

/** How long the processing state is shown. Long enough to be read; nothing is requested meanwhile. */
const processingMs = 1200;

const isPaid = (search: URLSearchParams) => search.get('status') === 'success';

/** Removes e-mail and machine identifier from the address bar, so that they are not in the history or on a screenshot. */
function removeSecrets({ secret }: Route): void {
  const address = new URL(location.href);
  if (!secret.some((name) => address.searchParams.has(name))) return;
  for (const name of secret) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

/** True for a moment after opening. The HTML has both states; without JavaScript only the result is shown. */
function useProcessing(): boolean {
  const [processing, setProcessing] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setProcessing(false), processingMs);
    return () => clearTimeout(timer);
  }, []);
  return processing;
}

function Checkout() {
  const text = useText('checkout');
  const { route, search } = useVisit();
  const query = new URLSearchParams(search);
  useEffect(() => removeSecrets(route), [route]);
  const processing = useProcessing();
  const paid = isPaid(query);
  const kind = paid ? 'success' : 'failure';
  const result = text(`${kind}.text`);

  return (
    <section className="panel checkout" data-processing={processing || undefined}>
      <div className="panel__art">
        <div data-sky={paid ? 'rain' : 'dusk'}>
          <img src={paid ? asset('art/paid.svg') : asset('art/unpaid.svg')} alt="" width="800" height="800" />
        </div>
        {/* Covers the picture until it is loaded. */}
        {processing && (
          <div className="checkout__wait" data-sky="morning">
            <ProcessingLines />
          </div>
        )}
      </div>
      <div className="panel__text">
        <h1 className="t-1 checkout__title checkout__result">{text(`${kind}.title`)}</h1>
        <div className="checkout__result stack">
          <p className="t-lead">{result}</p>
          {paid ? <Paid plan={query.get('plan')} email={query.get('email')} /> : <Failed />}
        </div>
        {/* Takes the place of the result, so that the layout does not shift when the result appears. */}
        {processing && (
          <div className="checkout__wait">
            <p className="t-1 checkout__title" role="heading" aria-level={1}>
              {text('processing.title')}
            </p>
            <p className="t-lead">{text('processing.text')}</p>
          </div>
        )}
        <p className={processing ? 'sr checkout__wait' : 'sr'} role="status">
          {processing ? text('processing.title') : result}
        </p>
      </div>
    </section>
  );
}

function ProcessingLines() {
  return (
    <span className="big-lines" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}

function Paid({ plan: planId, email }: { plan: string | null; email: string | null }) {
  const text = useText('checkout');
  const extension = useText('extension');
  const plan = findPlan(planId);
  const known = email !== null && isEmail(email);
  return (
    <>
      {(plan || known) && (
        <dl>
          {plan && (
            <>
              <dt>{text('success.plan')}</dt>
              <dd>{extension('destination', { plan: extension(plan.name) })}</dd>
            </>
          )}
          {known && (
            <>
              <dt>{text('success.email')}</dt>
              <dd>{email}</dd>
            </>
          )}
        </dl>
      )}
      <p className="soft">{text('success.next')}</p>
      <div className="cluster">
        <Link className="button" href="/">
          {text('success.home')}
        </Link>
      </div>
    </>
  );
}

function Failed() {
  const text = useText('checkout');
  return (
    <>
      <p className="soft">{text('failure.help')}</p>
      <div className="cluster">
        <Link className="button" href="/gitl">
          {text('failure.tryAgain')}
        </Link>
        <Link className="button button--line" href="/">
          {text('failure.home')}
        </Link>
      </div>
    </>
  );
}

export const page = definePage({
  meta({ texts, language, search }) {
    const text = createText(texts, language, 'checkout');
    return { title: text('headTitle', { result: text(isPaid(search) ? 'success.title' : 'failure.title') }) };
  },
  Page: Checkout,
});
