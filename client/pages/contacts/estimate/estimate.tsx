import { useEffect, useRef, useState, type MouseEvent, type SubmitEvent } from 'react';
import { addressOf } from '#shared/address.ts';
import { choiceParameters, describeChoice, fieldNames, parseChoice } from '#shared/estimate-choice.ts';
import type { Choice } from '#shared/estimate-date.ts';
import { jobNames, jobs, systemNames } from '#shared/estimates.ts';
import { createText } from '#shared/text.ts';
import { Field } from '../../../components/field.tsx';
import { focusField } from '../../../forms/focus-field.ts';
import { useLanguage, useSite, useText, useVisit } from '../../../lib/site-context.ts';
import { fieldId, panelId } from '../ids.ts';
import { contactFormKey, contactForms } from '../contact-forms.ts';
import { addToMessage } from './add-to-message.ts';
import { EstimatePicture } from './estimate-picture.tsx';
import { Result } from './result.tsx';

const estimateId = 'how-far';
const coveredId = 'far-covered';
/**
 * The address of the page changes this long after the last change of the choice, in milliseconds. A key that is held down
 * changes the date 30 times a second, and in Safari the 101st change of an address within 10 s throws an error.
 */
const addressMs = 150;

const isSame = (one: Choice, other: Choice) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The form element holds the choice: it is read at every change, and after rendering for a choice made before
 * hydration.
 */
function useChoice() {
  const { search } = useVisit();
  const { navigator } = useSite();
  const form = useRef<HTMLFormElement>(null);
  const [choice, setChoice] = useState(() => parseChoice(new URLSearchParams(search)));
  const read = () => {
    if (!form.current) return;
    const next = parseChoice(new FormData(form.current));
    if (!isSame(next, choice)) setChoice(next);
  };
  useEffect(read);
  // Back, a reload and a copied address show the choice again. A link to this page may have another query.
  useEffect(() => {
    const timer = setTimeout(() => navigator.setParameters(choiceParameters(choice)), addressMs);
    return () => clearTimeout(timer);
  }, [navigator, choice, search]);
  return { form, choice, read };
}

/**
 * Estimates how long a kind of work takes. Without JavaScript the form is sent to the server, which renders the result.
 */
export function Estimate() {
  const text = useText('estimate');
  const language = useLanguage();
  const { texts } = useVisit();
  const site = useSite();
  const { form, choice, read } = useChoice();
  const added = useRef('');
  const [first] = useState(choice);

  const addEstimate = (event: MouseEvent) => {
    const contactForm = contactForms(site).get(contactFormKey);
    // After a message was sent there is no field to write into: the server opens the page with one.
    if (!contactForm || !document.getElementById(fieldId('message'))) return;
    event.preventDefault();
    const describe = (chosen: Choice) => describeChoice(createText(texts, language, 'estimate'), language, chosen);
    const estimate = describe(choice);
    // After a reload the message may already contain the estimate for the choice in the address.
    const earlier = added.current || describe(first);
    contactForm.change('message', addToMessage(contactForm.values.peek().message, estimate, earlier));
    added.current = estimate;
    focusField(fieldId('message'));
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!event.nativeEvent.submitter?.getAttribute('name')) event.preventDefault();
  };

  return (
    <section className="estimate" id={estimateId} data-sky="dusk" aria-labelledby="how-far-title">
      <div className="estimate__head">
        <div className="estimate__sky">
          <div className="shell">
            <h2 className="t-1 estimate__title" id="how-far-title">
              {text('title')}
            </h2>
          </div>
          <EstimatePicture choice={choice} />
        </div>
        <div className="shell estimate__intro">
          <p className="t-lead">{text('intro')}</p>
        </div>
      </div>
      <div className="estimate__ground">
        <div className="shell">
          <form
            className="estimate__form"
            ref={form}
            action={addressOf('/contacts', {}, { hash: estimateId })}
            onChange={read}
            onSubmit={onSubmit}
          >
            <Fields choice={choice} />
            <div className="estimate__answer">
              <Result choice={choice} />
              <div className="cluster">
                <button className="button button--line estimate__show">{text('show')}</button>
                <button
                  className="button"
                  name={fieldNames.write}
                  value="1"
                  formAction={addressOf('/contacts', {}, { hash: panelId })}
                  onClick={addEstimate}
                >
                  {text('send')}
                </button>
              </div>
              <p className="t-small">{text('sendHint')}</p>
            </div>
          </form>
        </div>
      </div>
    </section>
  );
}

function Fields({ choice }: { choice: Choice }) {
  const text = useText('estimate');
  const [first] = useState(choice);
  return (
    <div className="stack estimate__fields">
      <Field id="far-job" label={text('job')}>
        {(connection) => (
          <select
            className="field__input estimate__select"
            name={fieldNames.job}
            defaultValue={first.job}
            {...connection}
          >
            {jobNames.map((name) => (
              <option key={name} value={name}>
                {text(`jobs.${name}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field id="far-by" label={text('by')} hint={text('byHint')}>
        {(connection) => (
          <input className="field__input" type="date" name={fieldNames.by} defaultValue={first.by} {...connection} />
        )}
      </Field>
      <fieldset className="estimate__systems" aria-describedby={coveredId}>
        <legend>{text('touched')}</legend>
        {systemNames.map((name) => (
          <label className="check" key={name}>
            <input
              type="checkbox"
              name={fieldNames.touched}
              value={name}
              defaultChecked={first.touched.includes(name)}
            />
            <span>{text(`systems.${name}`)}</span>
          </label>
        ))}
        <small id={coveredId}>{text('covered', { count: jobs[choice.job].covers })}</small>
      </fieldset>
    </div>
  );
}
