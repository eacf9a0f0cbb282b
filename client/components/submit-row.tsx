import { clsx } from 'clsx';
import { useEffect, type ReactNode, type Ref } from 'react';
import { retryField } from '#shared/hidden-fields.ts';
import { useSite, useVisit } from '../lib/site-context.ts';
import { Waiting } from './waiting.tsx';

interface Props {
  label: string;
  sendingLabel: string;
  sending: boolean;
  /** While the form is being sent, a button that is not disabled has `aria-disabled`, so that it keeps the focus. */
  disabled?: boolean;
  /** Called for a click on the disabled button, which gets no event of its own. */
  onDisabledClick?: () => void;
  className?: string;
  button?: Ref<HTMLButtonElement>;
  /** The content beside the button. */
  children?: ReactNode;
}

/** The last row of a form: the button that sends it, and a note. */
export function SubmitRow({
  label,
  sendingLabel,
  sending,
  disabled,
  onDisabledClick,
  className,
  button,
  children,
}: Props) {
  const { navigator } = useSite();
  const retryKey = useVisit().postedForm?.values[retryField];
  useEffect(() => {
    if (sending) navigator.removePostResult();
  }, [navigator, sending]);
  return (
    <div className="form__foot">
      {retryKey && <input type="hidden" name={retryField} value={retryKey} />}
      {/* For onClick, React attaches a handler at hydration. Firefox then moves the button in the accessibility tree. */}
      <span className="submit-row" onClickCapture={disabled ? onDisabledClick : undefined}>
        <button
          className={clsx('button', className)}
          type="submit"
          ref={button}
          disabled={disabled}
          aria-disabled={(!disabled && sending) || undefined}
          aria-busy={sending || undefined}
        >
          {sending && <Waiting />}
          <span>{sending ? sendingLabel : label}</span>
        </button>
      </span>
      {children}
    </div>
  );
}
