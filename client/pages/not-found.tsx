import { useEffect } from 'react';
import { asset } from '#shared/asset.ts';
import { Link } from '../components/link.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';

function NotFound() {
  const text = useText('not-found');
  const { path } = useVisit();
  // Helps to find the broken link that led here.
  useEffect(() => console.info(`404: ${path}`), [path]);
  return (
    <section className="not-found" data-sky="morning">
      <img src={asset('art/notfound.svg')} alt="" width="1600" height="1000" fetchPriority="high" />
      <h1 className="not-found__digits">
        <span className="sr">{text('heading')}</span>
        <span aria-hidden="true">4</span>
        <span aria-hidden="true">4</span>
      </h1>
      <div className="not-found__text">
        <p className="t-3">{text('text')}</p>
        <Link className="button button--small" href="/">
          {text('home')}
        </Link>
      </div>
    </section>
  );
}

export const page = definePage({ Page: NotFound });
