import { Icon } from '../../components/icon.tsx';
import { useText, useVisit } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import { fields, type Activation, type Field, type FieldProblem } from '../../stores/activation.ts';
import { fieldIds } from './ids.ts';

/**
 * What stands above the form: how a submission ended, or that the machine identifier is missing. A form that came back
 * without JavaScript lists everything that is wrong, with links to the fields.
 */
export function ActivationAlert({ activation }: { activation: Activation }) {
  const text = useText('extension');
  const { form } = useVisit();
  const notice = useValue(activation.notice);
  const errors = useValue(activation.errors);
  const listed: Field[] = fields.filter((field) => errors[field] && (form || field === 'machine_id'));
  const ok = notice?.tone === 'ok' && listed.length === 0;
  return (
    <div role="alert">
      {listed.length > 0 && (
        <div className="alert alert--bad">
          <Icon name="circle-alert" />
          <ul>
            {listed.map((field) => (
              <li key={field} id={`${fieldIds[field]}-problem`}>
                <a href={`#${fieldIds[field]}`}>{text(`validation.${errors[field] as FieldProblem}`)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {notice && listed.length === 0 && (
        <div className={ok ? 'alert alert--ok' : 'alert alert--bad'}>
          <Icon name={ok ? 'circle-check' : 'circle-alert'} />
          <p>{'text' in notice ? notice.text : text(`alerts.${notice.key}`)}</p>
        </div>
      )}
    </div>
  );
}
