import { useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Spinner } from '../components/spinner.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';
import { useCalm } from '../lib/use-calm.ts';

/** Only a notice for now: the seven case studies stand ready in shared/case-studies.ts. */
function CaseStudies() {
  const text = useText('case-studies');
  const calm = useCalm();
  const [paused, setPaused] = useState(false);
  return (
    <section className="panel" data-sky="dawn">
      <div className="panel__art">
        <Spinner label={text('spinner')} paused={paused} />
        {!calm && (
          <button
            className="film__pause"
            type="button"
            aria-label={text(paused ? 'play' : 'pause')}
            onClick={() => setPaused(!paused)}
          >
            <Icon name={paused ? 'play' : 'pause'} />
          </button>
        )}
      </div>
      <div className="panel__text">
        <h1 className="t-1">{text('title')}</h1>
        <p className="t-lead">{text('notice')}</p>
        <p>{text('text')}</p>
        <div className="cluster">
          <Link className="button" href="/contacts#contact">
            {text('button')}
          </Link>
          <Link className="button button--line" href="/process">
            {text('process')}
          </Link>
        </div>
      </div>
    </section>
  );
}

export const page = definePage({ Page: CaseStudies });
