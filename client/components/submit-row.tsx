import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';

interface Props {
  label: string;
  sendingLabel: string;
  sending: boolean;
  /** Without it the button stays focusable while the form is being sent, and only says that it is disabled. */
  disabled?: boolean;
  className?: string;
  button?: Ref<HTMLButtonElement>;
  /** What stands beside the button. */
  children?: ReactNode;
}

/** The last row of a form: the button that sends it, and a note. */
export function SubmitRow({ label, sendingLabel, sending, disabled, className, button, children }: Props) {
  return (
    <div className="form__foot">
      <button
        className={clsx('button', className)}
        type="submit"
        ref={button}
        disabled={disabled}
        aria-disabled={(disabled === undefined && sending) || undefined}
        aria-busy={sending || undefined}
      >
        {sending && (
          <span className="lines" aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
        )}
        <span>{sending ? sendingLabel : label}</span>
      </button>
      {children}
    </div>
  );
}
