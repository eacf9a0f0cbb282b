import { asset } from '#shared/asset.ts';
import { company } from '#shared/company.ts';
import { definePage } from '../lib/define-page.ts';
import { useText, useVisit } from '../lib/site-context.ts';

/**
 * A fault of the server: what happened, the request id to quote, and plain links, because the router may be broken too.
 */
function Failed() {
  const text = useText('not-found');
  const { requestId } = useVisit();
  return (
    <section className="panel" data-sky="dusk">
      <div className="panel__art">
        <img src={asset('art/unpaid.svg')} alt="" width="900" height="900" />
      </div>
      <div className="panel__text">
        <h1 className="t-1 panel__title">{text('error.title')}</h1>
        <div className="stack panel__rest">
          <p>{text('error.text')}</p>
          {requestId && <p className="t-small soft">{text('error.requestId', { id: requestId })}</p>}
          <div className="cluster">
            <a className="button" href="/">
              {text('error.home')}
            </a>
            <a className="arrow-link" href={`mailto:${company.email}`}>
              {company.email}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}

export const page = definePage({ Page: Failed });
