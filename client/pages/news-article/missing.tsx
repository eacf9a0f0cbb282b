import { asset } from '#shared/asset.ts';
import { Link } from '../../components/link.tsx';
import { useText } from '../../lib/site-context.ts';

/** Shown for an address that no article has: looks like the 404 page and leads back to the news. */
export function Missing() {
  const text = useText('news');
  return (
    <section className="not-found" data-sky="morning">
      <img src={asset('art/notfound.svg')} alt="" width="1600" height="1000" fetchPriority="high" />
      <p className="not-found__digits" aria-hidden="true">
        <span>4</span>
        <span>4</span>
      </p>
      <div className="not-found__text">
        <div className="stack">
          <h1 className="t-3">{text('notFound.title')}</h1>
          <p>{text('notFound.text')}</p>
        </div>
        <Link className="button button--small" href="/news">
          {text('back')}
        </Link>
      </div>
    </section>
  );
}
