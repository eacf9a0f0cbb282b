import { useEffect, useState } from 'react';
import type { Order } from '#shared/contracts/order.ts';
import { isFinal } from '#shared/order-states.ts';
import { invoiceValiditySeconds } from '#shared/plans.ts';
import { useSite } from '../../lib/site-context.ts';

/** The first and the longest delay between two requests for an order whose state is not final, in ms. */
const minRequestDelayMs = 2000;
const maxRequestDelayMs = 15_000;
/** The time for which an order is requested, in milliseconds. An unpaid invoice has expired by then. */
const maxRequestedForMs = invoiceValiditySeconds * 1000;

/**
 * Requests the order, with growing delays, until its state is final. A failure is not: the buyer may have paid after it
 * on the same page of the bank, and the bank's report may come later than the buyer. Nothing is requested while the
 * page is in the background.
 */
export function useOrder(id: string | null, first: Order | null): Order | null {
  const { api } = useSite();
  const [order, setOrder] = useState(first);
  const isOpen = order !== null && !isFinal(order.state);
  useEffect(() => {
    if (!id || !isOpen) return;
    let delayMs = minRequestDelayMs;
    let requestedForMs = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRequesting = false;
    let stopped = false;
    function schedule() {
      clearTimeout(timer);
      if (isRequesting || document.hidden || requestedForMs >= maxRequestedForMs) return;
      timer = setTimeout(() => void requestOrder(), delayMs);
    }
    async function requestOrder() {
      isRequesting = true;
      requestedForMs += delayMs;
      const next = await api.order(id ?? '').catch(() => null);
      isRequesting = false;
      if (stopped) return;
      if (next) setOrder(next);
      delayMs = Math.min(delayMs * 1.3, maxRequestDelayMs);
      schedule();
    }
    function onVisibilityChange() {
      // A buyer who comes back to the page has probably just paid.
      delayMs = minRequestDelayMs;
      schedule();
    }
    schedule();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [api, id, isOpen]);
  return order;
}
