import { BackendText } from '../../components/backend-text.tsx';
import { ErrorList, type ListedError } from '../../components/error-list.tsx';
import { Icon } from '../../components/icon.tsx';
import { useText, useVisit } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import type { ActivationStore } from './activation-store.ts';
import { activationFields, type AlertKey } from './activation-rules.ts';
import { fieldIds, trialNextId } from './ids.ts';

/** After a post without JavaScript all errors stand above the form as well as beside their fields. */
function useListedErrors(activation: ActivationStore): ListedError[] {
  const text = useText('extension');
  const { postedForm } = useVisit();
  const errors = useValue(activation.errors);
  return activationFields.flatMap((name) => {
    const error = errors[name];
    return error && postedForm ? [{ field: fieldIds[name], message: text(`validation.${error}`) }] : [];
  });
}

/** Failures whose text does not say what to do next. */
const withoutAdvice: readonly AlertKey[] = ['trialFailed', 'invoiceFailed', 'invoiceInvalid'];

/** The result of an attempt to send, or the errors of the form. */
export function ActivationAlert({ activation }: { activation: ActivationStore }) {
  const text = useText('extension');
  const failure = useValue(activation.submitError);
  const status = useValue(activation.status);
  const processing = useValue(activation.processing);
  const started = status === 'sent' && !processing;
  const listed = useListedErrors(activation);
  if (listed.length > 0) {
    return (
      <div role="alert">
        <div className="alert alert--bad">
          <Icon name="circle-alert" />
          <ErrorList errors={listed} />
        </div>
      </div>
    );
  }
  if (started) {
    return (
      <div className="activation-section__started" data-sky="rain">
        {/* The heading gets the focus. In a live region, screen readers would say the heading twice. */}
        <h3 className="t-3 sun-title">
          <span tabIndex={-1} aria-describedby={trialNextId}>
            {text('alerts.trialStarted')}
          </span>
        </h3>
        <p id={trialNextId}>{text('alerts.trialNext')}</p>
      </div>
    );
  }
  return (
    <div role="alert" aria-live="assertive">
      {failure && (
        <div className="alert alert--bad">
          <Icon name="circle-alert" />
          <div>
            <p>{'text' in failure ? <BackendText text={failure.text} /> : text(`alerts.${failure.key}`)}</p>
            {'key' in failure && withoutAdvice.includes(failure.key) && <p className="soft">{text('alerts.retry')}</p>}
          </div>
        </div>
      )}
    </div>
  );
}
