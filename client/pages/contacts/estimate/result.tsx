import { formatDate } from '#shared/dates.ts';
import { judge, type ByThen, type Choice } from '#shared/estimate-date.ts';
import { estimate, extraWeeks, jobs, toWeeks, type Range } from '#shared/estimates.ts';
import { formatSpan } from '#shared/spans.ts';
import { useLanguage, useText } from '../../../lib/site-context.ts';
import { Rising } from './rising.tsx';

/** The estimate in words, read out by screen readers when it changes. */
export function Result({ choice }: { choice: Choice }) {
  const text = useText('estimate');
  const language = useLanguage();
  const { job, touched } = choice;
  const extra = extraWeeks(job, touched);
  const [range, unit] = formatSpan(language, estimate(job, touched)).split('\u00a0');
  return (
    <div className="estimate__result" role="status" aria-label={text('result')}>
      <p>
        {/* With the key a change replaces number and unit: screen readers announce only what is new. */}
        <b className="t-3" key={`${range} ${unit}`}>
          <span className="estimate__range">
            <Rising>{String(range)}</Rising>
          </span>
          {`\u00a0${unit}`}
        </b>{' '}
        <span>{text('before')}</span>
        {extra[1] > 0 && <span> {text('extra', { weeks: formatSpan(language, extra) })}</span>}
      </p>
      <WishedDate choice={choice} />
      <p>
        <b>{text('first', { weeks: formatSpan(language, toWeeks(jobs[job].first)) })}</b>{' '}
        <span>{text(`firstSteps.${job}`)}</span>
      </p>
      <p className="t-small">{text('caveat')}</p>
    </div>
  );
}

function WishedDate({ choice }: { choice: Choice }) {
  const text = useText('estimate');
  const language = useLanguage();
  const verdict = judge(choice, Date.now());
  if (!verdict) return null;
  if (verdict.kind === 'past') return <p className="estimate__date">{text('dates.past')}</p>;
  const days = datesOf(verdict.ready, (time) => formatDate(language, new Date(time).toISOString().slice(0, 10)));
  // The server may have printed it just before midnight.
  return (
    <p className="estimate__date" suppressHydrationWarning>
      {text(`dates.${verdict.kind}`, { date: formatDate(language, choice.by), ...days })}{' '}
      {verdict.kind === 'late' && <WhatFits byThen={verdict.byThen} />}
    </p>
  );
}

const datesOf = ([from, to]: Range, format: (time: number) => string) => ({ from: format(from), to: format(to) });

function WhatFits({ byThen }: { byThen: ByThen }) {
  const text = useText('estimate');
  const names = 'without' in byThen ? byThen.without.map((name) => text(`systems.${name}`)).join(', ') : '';
  const job = 'job' in byThen ? text(`jobs.${byThen.job}`) : '';
  return <b>{text(`byThen.${byThen.kind}`, { systems: names, job })}</b>;
}
