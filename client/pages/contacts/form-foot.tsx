import { useEffect, useRef } from 'react';
import { useText } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactForm } from '../../stores/contact-form.ts';
import { panelId } from './topic-tabs.tsx';

/**
 * A button that is switched off loses the focus: it goes to what is being done, and comes back when that is over. An
 * emptied form keeps the button switched off: then the focus goes to the form, whose first field the Tab key reaches.
 */
function useKeptFocus(sending: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const taken = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const lost = activeElement === body || activeElement === button.current;
    if (sending && lost) {
      taken.current = true;
      status.current?.focus();
    } else if (!sending && taken.current) {
      taken.current = false;
      const emptied = button.current?.disabled;
      const next = emptied ? document.getElementById(panelId) : button.current;
      if (document.activeElement === body) next?.focus({ preventScroll: true });
    }
  }, [sending]);
  return { button, status };
}

export function FormFoot({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const sending = useValue(form.sending);
  const ready = useValue(form.ready);
  const hydrated = useHydrated();
  const { button, status } = useKeptFocus(sending);
  return (
    <div className="form__foot">
      <button
        className="button"
        type="submit"
        ref={button}
        disabled={hydrated && (sending || !ready)}
        aria-busy={sending || undefined}
      >
        {sending ? (
          <span className="cluster">
            <span className="lines" aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
            </span>
            {text('contactForm.sending')}
          </span>
        ) : (
          text('contactForm.submit')
        )}
      </button>
      {sending && (
        <div
          className="form__progress"
          ref={status}
          tabIndex={-1}
          role="group"
          aria-label={text('contactForm.sending')}
        >
          <UploadProgress form={form} />
          <button className="button button--small button--line" type="button" onClick={form.cancel}>
            {text('contactForm.cancel')}
          </button>
        </div>
      )}
      {!sending && !ready && <p className="t-small soft form__waiting">{text('contactForm.waiting')}</p>}
    </div>
  );
}

/** Only a file takes long enough to be measured. */
function UploadProgress({ form }: { form: ContactForm }) {
  const text = useText('contacts');
  const share = useValue(form.progress) ?? 0;
  const file = useValue(form.attachment);
  const percent = Math.round(share * 100);
  if (!file) return null;
  const label = text('contactForm.uploaded', { percent });
  return (
    <>
      <progress max={100} value={percent} aria-label={label} />
      <span className="t-small tabular">{label}</span>
    </>
  );
}
