import type { NewsSummary } from '#shared/contracts/news.ts';
import { NewsCard } from '../../components/news-card.tsx';
import { NewsGrid } from '../../components/news-grid.tsx';
import { Section } from '../../components/section.tsx';
import { NewsSkeleton } from '../../components/skeleton.tsx';
import { Deferred } from '../../lib/deferred.tsx';
import { useText } from '../../lib/site-context.ts';

export function ReadNext({ others, count }: { others: Promise<NewsSummary[]>; count: number }) {
  const text = useText('news');
  return (
    <Section id="related" title={text('related')}>
      <Deferred name="others" value={others} fallback={<NewsSkeleton count={count} label={text('loading')} />}>
        {(list) => (
          <NewsGrid>
            {list.map((other, position) => (
              <NewsCard key={other.id} item={other} position={position} />
            ))}
          </NewsGrid>
        )}
      </Deferred>
    </Section>
  );
}
