import { LoadAgain } from './load-again.tsx';
import { NewsGrid } from './news-grid.tsx';

/** Placeholders of news cards while the news is loading. */
export function NewsSkeleton({ count, label }: { count: number; label: string }) {
  return (
    <>
      <p className="sr" role="status">
        {label}
      </p>
      <LoadAgain />
      <NewsGrid hidden>
        {Array.from({ length: count }, (_, position) => (
          <div className="news-card" key={position}>
            <div className="news-card__art skeleton" />
            <div className="stack news-card__text">
              <span className="skeleton skeleton--text skeleton--short" />
              <span className="skeleton skeleton--text skeleton--title" />
              <span className="skeleton skeleton--text" />
              <span className="skeleton skeleton--text skeleton--last" />
            </div>
          </div>
        ))}
      </NewsGrid>
    </>
  );
}

/** Placeholder of the category tabs. */
export function TabsSkeleton() {
  return (
    <div className="tab-list" aria-hidden="true">
      {Array.from({ length: 4 }, (_, position) => (
        <span className="tab-list__tab" key={position}>
          <span className="skeleton skeleton--text skeleton--tab" />
        </span>
      ))}
    </div>
  );
}
