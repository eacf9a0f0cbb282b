import { asset } from '#shared/asset.ts';
import { Link } from '../components/link.tsx';
import { Picture } from '../components/picture.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

/** Only a notice for now. The seven case studies are in shared/case-studies.ts, which no page imports yet. */
const art = asset('art/under-construction.svg');

function CaseStudies() {
  const text = useText('case-studies');
  return (
    <section className="panel case-studies" data-sky="rain">
      <div className="panel__text">
        <h1 className="t-1 panel__title case-studies__title">{text('title')}</h1>
        <div className="stack panel__rest">
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
      </div>
      <div className="panel__art case-studies__drawing" role="img" aria-label={text('spinner')}>
        <Picture src={art} alt="" eager />
      </div>
    </section>
  );
}

export const page = definePage({ art, Page: CaseStudies });
