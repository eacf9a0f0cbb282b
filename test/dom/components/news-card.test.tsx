import { describe, it } from 'node:test';
import type { NewsSummary } from '#shared/contracts/news.ts';
import { NewsCard } from '#client/components/news-card.tsx';
import { renderPart } from '../../support/render-part.tsx';

const news = (slug: string, headline: string): NewsSummary => ({
  id: slug,
  slug,
  headline,
  description: 'In one sentence',
  date: '2026-01-02T03:04:05Z',
  category: 'Technology',
});

describe('a card of news', () => {
  it('has the name of its own headline, beside other cards too', (t) => {
    const cards = [news('first', 'The first'), news('second', 'The second')];
    const view = renderPart(
      t,
      cards.map((item, position) => <NewsCard key={item.id} item={item} position={position} />),
    );
    for (const { headline } of cards) view.getByRole('article', { name: headline });
  });
});
