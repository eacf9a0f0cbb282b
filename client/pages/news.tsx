import { useId } from 'react';
import { addressOf } from '#shared/address.ts';
import { asset } from '#shared/asset.ts';
import type { Category, NewsSummary } from '#shared/contracts/news.ts';
import { summaries } from '#shared/news-summary.ts';
import { createText, createTextOf } from '#shared/text.ts';
import type { PageHref } from '../routes.ts';
import { FeaturedNews, FeatureSkeleton } from '../components/featured-news.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { NewsCard } from '../components/news-card.tsx';
import { isKnownCategory, useCategory } from '../components/news-meta.tsx';
import { PageHead } from '../components/page-head.tsx';
import { NewsSkeleton, TabsSkeleton } from '../components/skeleton.tsx';
import { Deferred } from '../lib/deferred.tsx';
import { definePage } from '../lib/define-page.ts';
import type { DeferredValue } from '../lib/deferred-value.ts';
import { useText } from '../lib/site-context.ts';

interface Data {
  category: string | null;
  featured: Promise<NewsSummary[]>;
  categories: DeferredValue<Category[]>;
  items: Promise<NewsSummary[]>;
}

function News({ data: { category, featured, categories, items } }: { data: Data }) {
  const text = useText('news');
  const heading = useId();
  return (
    <>
      <PageHead low sky="morning" title={text('title')} lead={text('lead')} art={asset('art/head-news.svg')} />
      <section className="section news-featured" aria-label={text('featured')}>
        <div className="shell">
          <Deferred name="featured" value={featured} fallback={<FeatureSkeleton />}>
            {(list) => <FeaturedNews items={list} />}
          </Deferred>
        </div>
      </section>
      <section className="section news-list" aria-labelledby={heading}>
        <div className="shell stack news-list__in">
          <h2 className="sr" id={heading}>
            {text('all')}
          </h2>
          <Deferred name="categories" value={categories} fallback={<TabsSkeleton />}>
            {(list) => <CategoryTabs categories={list} current={category} />}
          </Deferred>
          <Deferred name="items" value={items} fallback={<NewsSkeleton count={6} label={text('loading')} />}>
            {(list) => <NewsGrid items={list} />}
          </Deferred>
        </div>
      </section>
    </>
  );
}

function CategoryTabs({ categories, current }: { categories: Category[]; current: string | null }) {
  const text = useText('news');
  const categoryOf = useCategory();
  const total = categories.reduce((sum, { count }) => sum + count, 0);
  const tab = (href: PageHref, label: string, count: number, selected: boolean, lang?: string) => (
    <Link key={href} className="tab" href={href} stay aria-current={selected ? 'page' : undefined}>
      <span lang={lang}>{label}</span> <span className="tab__count">{count}</span>
    </Link>
  );
  return (
    <nav className="tabs" aria-label={text('tabsLabel')}>
      {tab('/news', text('allTab'), total, current === null)}
      {categories.map(({ name, count }) => {
        const { name: label, lang } = categoryOf(name);
        return tab(addressOf('/news', {}, { query: { category: name } }), label, count, current === name, lang);
      })}
    </nav>
  );
}

function NewsGrid({ items }: { items: NewsSummary[] }) {
  const text = useText('news');
  if (items.length === 0) {
    return (
      <div className="empty">
        <Icon name="horizon" />
        <h3 className="t-3">{text('empty.title')}</h3>
        <p>{text('empty.text')}</p>
      </div>
    );
  }
  return (
    <div className="grid news-grid">
      {items.map((item, position) => (
        <NewsCard key={item.id} item={item} position={position} />
      ))}
    </div>
  );
}

/** The category of the address; null, and `all`, mean every category. */
function chosenCategory(search: URLSearchParams): string | null {
  const category = search.get('category');
  return category && category !== 'all' ? category : null;
}

export const page = definePage<Data>({
  load({ search, api }) {
    const category = chosenCategory(search);
    return Promise.resolve({
      category,
      featured: api.featuredNews().then(summaries),
      categories: api.newsCategories(),
      items: api.news(category ?? undefined).then(summaries),
    });
  },
  meta({ data: { category, categories }, texts, language }) {
    if (!category) return {};
    const text = createText(texts, language, 'news');
    const seo = createTextOf<Record<string, { title: string }>>(texts, language, 'seo');
    const named = isKnownCategory(texts, category);
    // Any word may stand in the address: only categories with news are indexed. A late list is no reason to doubt a known one.
    const hasNews = categories.value?.some(({ name }) => name === category) ?? named;
    if (!hasNews) return { noindex: true };
    return {
      title: `${named ? text(`categories.${category}`) : category}: ${seo('news.title')}`,
      canonicalQuery: { category },
    };
  },
  reusedData: ['featured', 'categories'],
  Page: News,
});
