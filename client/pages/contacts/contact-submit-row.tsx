import { useEffect, useRef } from 'react';
import { FieldError } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { SubmitRow } from '../../components/submit-row.tsx';
import { useText } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ContactStore } from './contact-store.ts';
import { panelId } from './ids.ts';

/**
 * A button that becomes disabled or disappears loses the focus. The button that sends becomes disabled: while the
 * message is being sent, the progress has the focus. The progress then disappears with the button that cancels: the
 * button that sends gets the focus of both. After a reset it stays disabled: the form takes the focus, and Tab leads to
 * its first field.
 */
function useFocusWhileSending(sending: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const progress = useRef<HTMLDivElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    const lost = activeElement === body;
    if (sending) {
      if (lost || activeElement === button.current) progress.current?.focus();
    } else if (wasSending.current && lost) {
      const next = button.current?.disabled ? document.getElementById(panelId) : button.current;
      next?.focus({ preventScroll: true });
    }
    wasSending.current = sending;
  }, [sending]);
  return { button, progress };
}

/**
 * The button, the progress of what is being sent, and why the button is disabled. `onDisabledClick` is called for a
 * click on the disabled button.
 */
export function ContactSubmitRow({ form, onDisabledClick }: { form: ContactStore; onDisabledClick: () => void }) {
  const text = useText('contacts');
  const sending = useValue(form.sending);
  const filled = useValue(form.filled);
  const hasFailed = useValue(form.submitError) !== null;
  const hydrated = useHydrated();
  const { button, progress } = useFocusWhileSending(sending);
  return (
    <SubmitRow
      label={text('contactForm.submit')}
      sendingLabel={text('contactForm.sending')}
      sending={sending}
      disabled={hydrated && (sending || !filled)}
      onDisabledClick={onDisabledClick}
      button={button}
    >
      {sending && (
        <div className="upload" ref={progress} tabIndex={-1} role="group" aria-label={text('contactForm.sending')}>
          <UploadProgress form={form} />
          <button className="button button--small button--line" type="button" onClick={form.cancel}>
            {text('contactForm.cancel')}
          </button>
        </div>
      )}
      {!sending && !filled && <p className="t-small soft form__waiting">{text('contactForm.waiting')}</p>}
      {/* The toast with the reason is far from the button. */}
      {!sending && hasFailed && <FieldError id="contact-failed" message={text('contactForm.errorTitle')} />}
      {!sending && (
        <p className="t-small soft">
          {text('contactForm.agree')} <Link href="/terms">{text('contactForm.agreement')}</Link>.
        </p>
      )}
    </SubmitRow>
  );
}

/** Only a message with a file takes long enough to show how much of it has been sent. */
function UploadProgress({ form }: { form: ContactStore }) {
  const text = useText('contacts');
  const share = useValue(form.progress);
  const file = useValue(form.fields.attachment.value);
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
