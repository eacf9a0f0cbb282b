import { useRef, type FocusEvent } from 'react';
import { createTextOf } from '#shared/text.ts';
import { backendLanguage } from '../components/backend-text.tsx';
import { Icon } from '../components/icon.tsx';
import { useSite, useText, useVisit } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';
import type { ToastText } from '../stores/toasts.ts';

/** A closed message hands the focus on: to the message beside it, or back to where it came from. */
function useLeftFocus() {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  return {
    box,
    onFocus({ relatedTarget }: FocusEvent) {
      if (!box.current?.contains(relatedTarget)) before.current = relatedTarget;
    },
    leave(button: HTMLElement) {
      const others = [...(box.current?.querySelectorAll('button') ?? [])].filter((other) => other !== button);
      const earlier = before.current?.isConnected ? (before.current as HTMLElement) : null;
      (others[0] ?? earlier ?? document.getElementById('main'))?.focus({ preventScroll: true });
    },
  };
}

/** Two live regions that are there from the start: one reads politely, one at once. */
export function ToastList() {
  const text = useText('navbar');
  const { toasts } = useSite();
  const list = useValue(toasts.list);
  const { texts, language } = useVisit();
  const say = (words: ToastText) => {
    if (typeof words === 'string') return words;
    return words.area in texts
      ? createTextOf<Record<string, string>>(texts, language, words.area)(words.key)
      : words.text;
  };
  const { box, onFocus, leave } = useLeftFocus();
  const region = (tone: 'ok' | 'bad') =>
    list
      .filter((toast) => toast.tone === tone)
      .map(({ id, title, text: message }) => (
        <div className={`toast toast--${tone}`} key={id}>
          <Icon name={tone === 'ok' ? 'circle-check' : 'circle-alert'} />
          <div>
            {title && <p className="t-4">{say(title)}</p>}
            <p lang={typeof message === 'string' ? backendLanguage(message, language) : undefined}>{say(message)}</p>
          </div>
          <button
            type="button"
            aria-label={text('dismiss')}
            onClick={({ currentTarget }) => {
              leave(currentTarget);
              toasts.dismiss(id);
            }}
          >
            <Icon name="x" />
          </button>
        </div>
      ));
  return (
    <div className="toasts" ref={box} onFocus={onFocus}>
      <div role="status">{region('ok')}</div>
      <div role="alert">{region('bad')}</div>
    </div>
  );
}
