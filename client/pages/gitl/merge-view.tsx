import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useText } from '../../lib/site-context.ts';
import { useScrollStop } from '../../lib/use-scroll-stop.ts';
import type { CodeLine, Conflict } from './conflicts.ts';

/** The id of the text that says which conflict is shown. */
export const positionId = 'merge-position';

/** Focusable, because enlarged letters may need to be scrolled sideways. */
function Code({ lines, label }: { lines: readonly CodeLine[]; label: string }) {
  const box = useScrollStop<HTMLPreElement>();
  return (
    <pre ref={box} tabIndex={0} role="region" aria-label={label} translate="no">
      <code>
        {lines.map(({ code, mark }, position) => (
          <span
            key={position}
            className={clsx(
              mark === 'a' && 'merge-example__a',
              mark === 'b' && 'merge-example__b',
              mark === 'ok' && 'merge-example__ok',
            )}
          >
            {code}
            {'\n'}
          </span>
        ))}
      </code>
    </pre>
  );
}

interface Props {
  conflict: Conflict;
  /** Counted from 1. */
  number: number;
  total: number;
  /** Replaces the proposal, for example with the field for an edited version. */
  result?: ReactNode;
  /** Replaces the note about the checks. */
  note?: string;
  /** The buttons. */
  children?: ReactNode;
}

/** A conflict: both sides, the proposal and its reason. */
export function MergeView({
  conflict: { id, file, branch, ours, theirs, merged },
  number,
  total,
  result,
  note,
  children,
}: Props) {
  const text = useText('gitl');
  return (
    <>
      <p className="merge-example__file">
        <b translate="no">{file}</b>
        <span id={positionId}>{text('graph.position', { number, total })}</span>
      </p>
      <div className="merge-example__side">
        <h3>
          <span translate="no">{text('graph.main')}</span>
          <span>{text('graph.mainAuthor')}</span>
        </h3>
        <Code lines={ours} label={text('graph.main')} />
      </div>
      <div className="merge-example__side">
        <h3>
          <span translate="no">{branch}</span>
          <span>{text('graph.branchAuthor')}</span>
        </h3>
        <Code lines={theirs} label={branch} />
      </div>
      <div className="merge-example__result">
        <h3>
          <span>{text('graph.proposal')}</span>
          <span className="merge-example__checks">{note ?? text('graph.checks')}</span>
        </h3>
        {result ?? <Code lines={merged} label={text('graph.proposal')} />}
      </div>
      <div className="merge-example__why">
        <p>
          <span className="merge-example__reason">{text(`graph.reasons.${id}`)}</span>
        </p>
        <div className="cluster merge-example__act">{children}</div>
      </div>
    </>
  );
}
