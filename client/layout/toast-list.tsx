import { createText } from '#shared/text.ts';
import type { ToastText } from '../stores/toasts.ts';
import type navbarTexts from '../../locales/en/navbar.json';
import { Icon } from '../components/icon.tsx';
import { useSite, useText, useVisit } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';

/** Two live regions that are there from the start: one reads politely, one at once. */
export function ToastList() {
  const text = useText<typeof navbarTexts>('navbar');
  const { toasts } = useSite();
  const list = useValue(toasts.list);
  const { texts, language } = useVisit();
  const say = (words: ToastText) => {
    if (typeof words === 'string') return words;
    return words.area in texts
      ? createText<Record<string, string>>(texts, language, words.area)(words.key)
      : words.text;
  };
  const region = (tone: 'ok' | 'bad') =>
    list
      .filter((toast) => toast.tone === tone)
      .map(({ id, title, text: message }) => (
        <div className={`toast toast--${tone}`} key={id}>
          <Icon name={tone === 'ok' ? 'circle-check' : 'circle-alert'} />
          <div>
            {title && <p className="t-4">{say(title)}</p>}
            <p>{say(message)}</p>
          </div>
          <button type="button" aria-label={text('dismiss')} onClick={() => toasts.dismiss(id)}>
            <Icon name="x" />
          </button>
        </div>
      ));
  return (
    <div className="toasts">
      <div role="status">{region('ok')}</div>
      <div role="alert">{region('bad')}</div>
    </div>
  );
}
