import { useEffect, useState } from 'react';
import { addressOf } from '#shared/address.ts';
import { asset } from '#shared/asset.ts';
import type { Order } from '#shared/contracts/order.ts';
import { formatDate } from '#shared/dates.ts';
import { isEmail } from '#shared/email.ts';
import type { OrderState } from '#shared/order-states.ts';
import { findPlan } from '#shared/plans.ts';
import { createText } from '#shared/text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { Link } from '../components/link.tsx';
import { Picture } from '../components/picture.tsx';
import { definePage } from '../lib/define-page.ts';
import { useLanguage, useSite, useText, useVisit } from '../lib/site-context.ts';
import { useOrder } from './checkout/use-order.ts';

/** How long the processing state is shown. Long enough to be read; nothing is requested meanwhile. */
const processingMs = 1200;

/** Without JavaScript the page reloads after this many seconds. */
const refreshSeconds = 10;

/** True for a moment after opening. The HTML has both states; without JavaScript only the result is shown. */
function useProcessing(): boolean {
  const [processing, setProcessing] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setProcessing(false), processingMs);
    return () => clearTimeout(timer);
  }, []);
  return processing;
}

/** Shown while the state cannot be read: neither a success nor a failure of the payment is certain. */
const unreadOrder: Order = { state: 'processing', licence: null, expires: null };

interface Data {
  /** The order as the bank has confirmed it; null if the address has no order, or an unknown one. */
  order: Order | null;
}

type Kind = 'success' | 'failure' | 'waiting' | 'returned';

const skies: Record<Kind, string> = { success: 'rain', failure: 'dusk', returned: 'dusk', waiting: 'morning' };

const kinds: Record<OrderState, Kind> = {
  created: 'waiting',
  processing: 'waiting',
  hold: 'waiting',
  failure: 'failure',
  expired: 'failure',
  success: 'success',
  reversed: 'returned',
};

/**
 * The state that the bank has confirmed. The state in the address counts only if the address has no order, because a
 * hosted backend need not have orders; anybody can write it.
 */
function kindOf(order: Order | null | undefined, search: URLSearchParams): Kind {
  if (order) return kinds[order.state];
  return search.get('status') === 'success' && !search.has('order') ? 'success' : 'failure';
}

function Checkout({ data }: { data: Data }) {
  const text = useText('checkout');
  const { search } = useVisit();
  // The query with which the page was opened: some of its parameters are removed below.
  const [query] = useState(() => new URLSearchParams(search));
  const { navigator } = useSite();
  // The history and screenshots must not have the e-mail address and the machine identifier.
  useEffect(() => navigator.setParameters({ id: [], email: [] }), [navigator]);
  const order = useOrder(query.get('order'), data.order);
  const processing = useProcessing();
  const kind = kindOf(order, query);
  const paid = kind === 'success';
  const result = text(`${kind}.text`);
  const title = text('headTitle', { result: text(`${kind}.title`) });
  useEffect(() => {
    document.title = unbindWords(title);
  }, [title]);

  return (
    <div className="checkout__morning" data-sky="morning">
      <section className="panel checkout" data-sky={skies[kind]} data-processing={processing || undefined}>
        <div className="panel__text checkout__text">
          {/* The texts of the waiting state have the place of the result, so that the layout does not shift later. */}
          <div className="panel__title checkout__states">
            <h1 className="t-1 checkout__result">{text(`${kind}.title`)}</h1>
            {processing && (
              <p className="t-1 checkout__wait" role="heading" aria-level={1}>
                {text('processing.title')}
              </p>
            )}
          </div>
          <div className="panel__rest checkout__states">
            <div className="checkout__result stack">
              <p className="t-lead">{result}</p>
              {paid ? (
                <Paid plan={query.get('plan')} email={query.get('email')} order={order} />
              ) : (
                <Unpaid kind={kind} state={order?.state} query={query} />
              )}
            </div>
            {processing && <p className="t-lead checkout__wait">{text('processing.text')}</p>}
          </div>
          <p className={processing ? 'sr checkout__wait' : 'sr'} role="status">
            {processing ? text('processing.title') : result}
          </p>
        </div>
        <div className="panel__art checkout__art">
          {/* The picture of the result is uncovered over it. */}
          <Sunrise />
          {kind !== 'waiting' && (
            <div className="checkout__result">
              <Picture
                src={paid ? asset('art/paid.svg') : asset('art/unpaid.svg')}
                alt=""
                width={800}
                height={800}
                eager
              />
            </div>
          )}
        </div>
      </section>
    </div>
  );
}

/** The picture of a payment that is not decided: the sun rises from the horizon, half of it. */
function Sunrise() {
  return (
    <div className="checkout__sunrise" data-sky="morning">
      <div className="checkout__scene">
        <img src={asset('art/waiting.svg')} alt="" width="900" height="600" />
        <img className="checkout__sun" src={asset('art/waiting-sun.svg')} alt="" width="900" height="600" />
      </div>
    </div>
  );
}

/** Whether a paid order has its licence already. */
const hasLicence = (order: Order | null): order is Order & { licence: string; expires: string } =>
  Boolean(order?.licence && order.expires);

interface PaidProps {
  plan: string | null;
  email: string | null;
  order: Order | null;
}

function Paid({ plan: planId, email, order }: PaidProps) {
  const text = useText('checkout');
  const extension = useText('extension');
  const language = useLanguage();
  const plan = findPlan(planId);
  // Links of the site have no invisible characters; in others, a mark of direction could reverse the address.
  const hasEmail = email !== null && !/\p{Cf}/u.test(email) && isEmail(email);
  return (
    <>
      {(plan || hasEmail) && (
        <dl>
          {plan && (
            <>
              <dt>{text('success.plan')}</dt>
              <dd>{extension('destination', { plan: extension(plan.name) })}</dd>
            </>
          )}
          {hasEmail && (
            <>
              <dt>{text('success.email')}</dt>
              <dd>{email}</dd>
            </>
          )}
        </dl>
      )}
      {hasLicence(order) && (
        <>
          <p className="soft">{text('success.licence', { date: formatDate(language, order.expires) })}</p>
          <pre className="checkout__licence t-small" role="region" aria-label={text('success.licenceLabel')}>
            {order.licence}
          </pre>
        </>
      )}
      {!hasLicence(order) && <p className="soft">{text('success.next')}</p>}
      <div className="cluster">
        <Link className="button" href="/">
          {text('success.home')}
        </Link>
      </div>
    </>
  );
}

/**
 * Links for an order that is not paid; the form of the next attempt has the data of this one. A visitor whose payment
 * is in progress gets no link to pay again.
 */
function Unpaid({ kind, state, query }: { kind: Kind; state: OrderState | undefined; query: URLSearchParams }) {
  const text = useText('checkout');
  const [id, email] = [query.get('id') ?? undefined, query.get('email') ?? undefined];
  const plan = findPlan(query.get('plan'))?.id;
  const again = addressOf('/gitl', {}, { query: { plan, id, email }, hash: 'activation' });
  const waiting = kind === 'waiting';
  return (
    <>
      {(!waiting || state === 'created') && <p className="soft">{text(waiting ? 'waiting.help' : 'failure.help')}</p>}
      <div className="cluster">
        {!waiting && (
          <Link className="button" href={again}>
            {text('failure.tryAgain')}
          </Link>
        )}
        <Link className="button button--line" href="/">
          {text('failure.home')}
        </Link>
        {waiting && state === 'created' && <Link href={again}>{text('failure.tryAgain')}</Link>}
      </div>
    </>
  );
}

export const page = definePage<Data>({
  async load({ search, api }) {
    const id = search.get('order');
    if (!id) return { order: null };
    return { order: await api.order(id).catch(() => unreadOrder) };
  },
  meta({ data, texts, language, search }) {
    const text = createText(texts, language, 'checkout');
    const kind = kindOf(data?.order, search);
    const title = text('headTitle', { result: text(`${kind}.title`) });
    return kind === 'waiting' ? { title, refreshSeconds } : { title };
  },
  Page: Checkout,
});
