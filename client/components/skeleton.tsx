import { LoadAgain } from './load-again.tsx';

/** Placeholders of news cards while the news is loading. */
export function NewsSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <>
      <p className="sr" role="status">
        {label}
      </p>
      <LoadAgain />
      <div className="grid news-grid" aria-hidden="true">
        {Array.from({ length: count }, (_, position) => (
          <div className="news-card" key={position}>
            <div className="news-card__art bone" />
            <div className="stack news-card__text">
              <span className="bone bone--text bone--short" />
              <span className="bone bone--text bone--title" />
              <span className="bone bone--text" />
              <span className="bone bone--text bone--last" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Placeholder of the category tabs. */
export function TabsSkeleton() {
  return (
    <div className="tabs" aria-hidden="true">
      <span className="tab">
        <span className="bone bone--text bone--tab" />
      </span>
    </div>
  );
}
