import { useText, useVisit } from '../lib/site-context.ts';

/**
 * Shown in place of a page that could not be rendered. Its plain links load a document, because more than the page may
 * have failed.
 */
export function Broken() {
  const text = useText('navbar');
  const { path, search } = useVisit();
  return (
    <section className="section broken">
      <div className="shell">
        <div className="empty">
          <h1 className="t-2 sun-title">{text('broken.title')}</h1>
          <p className="t-lead">{text('broken.text')}</p>
          <div className="cluster">
            <a className="button" href={path + search}>
              {text('retry')}
            </a>
            <a className="arrow-link" href="/">
              {text('backHome')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
