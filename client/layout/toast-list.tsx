import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { createTextOf } from '#shared/text.ts';
import { backendLanguage } from '../components/backend-text.tsx';
import { Icon } from '../components/icon.tsx';
import { useSite, useText, useVisit } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';
import type { Toast, Toasts, ToastText } from '../stores/toasts.ts';

type Box = RefObject<HTMLDivElement | null>;

/** When a focused toast is removed, moves the focus to the next toast, or back to the element that had it before. */
function useFocusReturn(box: Box, list: Toast[]) {
  const before = useRef<HTMLElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (!isInside.current || box.current?.contains(activeElement)) return;
    // After a click on the bar, which takes no focus, the visitor may have gone on to a field.
    const isLost = activeElement === body;
    const other = isLost && box.current?.querySelector('button');
    isInside.current = Boolean(other);
    const earlier = before.current?.isConnected && before.current;
    if (isLost) (other || earlier || document.getElementById('main'))?.focus({ preventScroll: true });
  }, [box, list]);
  return {
    onFocus({ relatedTarget }: FocusEvent) {
      if (!isInside.current) before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      isInside.current = true;
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget && !box.current?.contains(relatedTarget)) isInside.current = false;
    },
  };
}

/** The code of Escape. If an input method has taken the key, the code is 229 (UI Events). */
const escapeCode = 27;

/** Escape closes the focused toast, else the newest one. An open dialog or menu has priority. */
function useEscape(box: Box, toasts: Toasts): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.keyCode !== escapeCode || event.defaultPrevented || document.querySelector('#menu:popover-open'))
        return;
      const focused = document.activeElement?.closest<HTMLElement>('[data-toast]');
      const list = toasts.list.peek();
      const id = focused && box.current?.contains(focused) ? Number(focused.dataset['toast']) : list.at(-1)?.id;
      if (id !== undefined) toasts.dismiss(id);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [box, toasts]);
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/**
 * Toasts move to the other edge of the window when they would cover the element that has the focus, and into the flow
 * of the page when they would cover it there too.
 */
function useClearOfFocus(box: Box, list: Toast[]): void {
  useEffect(() => {
    if (list.length === 0) return;
    const place = () => {
      const focused = document.activeElement;
      const toasts = box.current;
      if (!toasts || !focused || focused === document.body || focused.id === 'main') return;
      if (toasts.contains(focused)) return;
      const covers = (edge: string) => {
        toasts.dataset['at'] = edge;
        return overlaps(focused.getBoundingClientRect(), toasts.getBoundingClientRect());
      };
      const edges = ['usual', 'other'];
      if (toasts.dataset['at'] === 'other') edges.reverse();
      if (edges.every(covers)) toasts.dataset['at'] = 'flow';
    };
    let frame = 0;
    const placeInFrame = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    // An earlier toast may have had to move away from a field that has lost the focus.
    if (document.activeElement === document.body) box.current?.removeAttribute('data-at');
    place();
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('focusin', place, { signal });
    addEventListener('resize', place, { signal });
    addEventListener('scroll', placeInFrame, { capture: true, passive: true, signal });
    return () => {
      cancelAnimationFrame(frame);
      ended.abort();
    };
  }, [box, list]);
}

/**
 * In a low window, toasts are a part of the page's normal flow, so a new error is scrolled into view. When it is gone,
 * a visitor who has not scrolled since then is where the error came. A success needs no toast in view: its form says the
 * same.
 */
function useShownInFlow(box: Box, list: Toast[]): void {
  const newest = list.findLast(({ tone }) => tone === 'bad')?.id;
  useEffect(() => {
    if (!newest || !box.current || getComputedStyle(box.current).position !== 'static') return;
    const before = scrollY;
    box.current.scrollIntoView({ block: 'nearest' });
    const shown = scrollY;
    return () => {
      if (scrollY === shown) scrollTo(0, before);
    };
  }, [box, newest]);
}

/**
 * Two live regions that exist from the start: a polite one and an assertive one. The role of an alert alone does not
 * suffice: Firefox gives it no live attribute, and Orca then leaves out what is added to it.
 */
export function ToastList() {
  const text = useText('navbar');
  const { toasts } = useSite();
  const list = useValue(toasts.list);
  const { texts, language } = useVisit();
  const printText = (words: ToastText) => {
    if (typeof words === 'string') return words;
    return words.area in texts
      ? createTextOf<Record<string, string>>(texts, language, words.area)(words.key)
      : words.text;
  };
  const box = useRef<HTMLDivElement>(null);
  const focusReturn = useFocusReturn(box, list);
  useClearOfFocus(box, list);
  useEscape(box, toasts);
  useShownInFlow(box, list);
  // The browser sends no pointerleave event for a toast that is removed under the pointer. In the next frame, `:hover`
  // is up to date.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!box.current?.matches(':hover') && !box.current?.contains(document.activeElement)) toasts.resume();
    });
    return () => cancelAnimationFrame(frame);
  }, [list, toasts]);
  const region = (tone: 'ok' | 'bad') =>
    list
      .filter((toast) => toast.tone === tone)
      .map(({ id, title, text: message }) => (
        <div className={`toast-list__toast toast-list__toast--${tone}`} key={id} data-toast={id}>
          <Icon name={tone === 'ok' ? 'circle-check' : 'circle-alert'} />
          <div>
            {title && <p className="t-4">{printText(title)}</p>}
            <p lang={typeof message === 'string' ? backendLanguage(message, language) : undefined}>
              {printText(message)}
            </p>
          </div>
          <button type="button" aria-label={text('dismiss')} onClick={() => toasts.dismiss(id)}>
            <Icon name="x" />
          </button>
        </div>
      ));
  return (
    <div
      // Without toasts no page needs their styles.
      className={list.length > 0 ? 'toast-list' : undefined}
      ref={box}
      onPointerEnter={toasts.pause}
      onPointerLeave={() => {
        if (!box.current?.contains(document.activeElement)) toasts.resume();
      }}
      onFocus={(event) => {
        toasts.pause();
        focusReturn.onFocus(event);
      }}
      onBlur={(event) => {
        focusReturn.onBlur(event);
        if (!box.current?.contains(event.relatedTarget) && !box.current?.matches(':hover')) toasts.resume();
      }}
    >
      <div role="status" aria-live="polite">
        {region('ok')}
      </div>
      <div role="alert" aria-live="assertive">
        {region('bad')}
      </div>
    </div>
  );
}
