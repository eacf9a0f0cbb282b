import { Link } from '../components/link.tsx';
import { Spinner } from '../components/spinner.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

/** Only a notice for now. The seven case studies are in shared/case-studies.ts, which no page imports yet. */
function CaseStudies() {
  const text = useText('case-studies');
  return (
    <section className="panel" data-sky="dawn">
      <div className="panel__art">
        <Spinner label={text('spinner')} brief />
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
