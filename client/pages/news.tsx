import { useId } from 'react';
import { addressOf } from '#shared/address.ts';
import { asset } from '#shared/asset.ts';
import type { Category, NewsSummary, Part } from '#shared/contracts/news.ts';
import { countPages, newsPerPage, parseCategory, parsePageNumber } from '#shared/list-parts.ts';
import { summaries } from '#shared/news-summary.ts';
import { createText, createTextOf } from '#shared/text.ts';
import { FeaturedNews, FeatureSkeleton } from './news/featured-news.tsx';
import { ArrowLink } from '../components/arrow-link.tsx';
import { HorizonCall } from '../components/horizon-call.tsx';
import { Link } from '../components/link.tsx';
import { NewsCard } from '../components/news-card.tsx';
import { NewsGrid } from '../components/news-grid.tsx';
import { isKnownCategory, useCategory } from '../components/news-meta.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Pager } from '../components/pager.tsx';
import { NewsSkeleton, TabsSkeleton } from '../components/skeleton.tsx';
import { Deferred } from '../lib/deferred.tsx';
import type { DeferredValue } from '../lib/deferred-value.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';
import type { PageHref } from '../routes.ts';

interface Data {
  category: string | null;
  featured: Promise<NewsSummary[]>;
  categories: Promise<Category[]> & Pick<DeferredValue<Category[]>, 'value'>;
  page: number;
  list: Promise<Part<NewsSummary>>;
}

const art = asset('art/head-news.svg');

function News({ data: { category, page, featured, categories, list } }: { data: Data }) {
  const text = useText('news');
  const heading = useId();
  const categoryOf = useCategory();
  return (
    <>
      <PageHead low sky="morning" title={text('title')} lead={text('lead')} art={art} sun={[0.608, 0.078]} />
      <section className="section news" id="list" aria-labelledby={heading}>
        <div className="shell stack news__in">
          <h2 className="sr" id={heading}>
            {category === null ? text('all') : categoryOf(category).name}
          </h2>
          <Deferred name="categories" value={categories} fallback={<TabsSkeleton />}>
            {(all) => <CategoryTabs categories={all} current={category} />}
          </Deferred>
          {/* The carousel has articles of all categories. It is below the tabs, so hiding it does not move the tabs. */}
          {category === null && page === 1 && (
            <Deferred name="featured" value={featured} fallback={<FeatureSkeleton />}>
              {(items) => <FeaturedNews items={items} />}
            </Deferred>
          )}
          <Deferred name="list" value={list} fallback={<NewsSkeleton count={6} label={text('loading')} />}>
            {({ items, total }) => (
              <>
                <NewsList items={items} isWhole={category === null} />
                <NewsPager category={category} page={page} pages={countPages(total, newsPerPage)} />
              </>
            )}
          </Deferred>
        </div>
      </section>
      <HorizonCall />
    </>
  );
}

function CategoryTabs({ categories, current }: { categories: Category[]; current: string | null }) {
  const text = useText('news');
  const categoryOf = useCategory();
  const total = categories.reduce((sum, { count }) => sum + count, 0);
  const tab = (href: PageHref, label: string, count: number, selected: boolean, lang?: string) => (
    <Link key={href} className="tab-list__tab" href={href} stay aria-current={selected ? 'page' : undefined}>
      <span lang={lang}>{label}</span> <span className="tab-list__count">{count}</span>
    </Link>
  );
  return (
    <nav className="tab-list" aria-label={text('tabsLabel')}>
      {tab('/news', text('allTab'), total, current === null)}
      {categories.map(({ name, count }) => {
        const { name: label, lang } = categoryOf(name);
        return tab(addressOf('/news', {}, { query: { category: name } }), label, count, current === name, lang);
      })}
    </nav>
  );
}

function NewsPager({ category, page, pages }: { category: string | null; page: number; pages: number }) {
  const text = useText('news');
  const hrefOf = (number: number) => {
    const query = { category: category ?? undefined, page: number === 1 ? undefined : number };
    return addressOf('/news', {}, { query, hash: 'list' });
  };
  return (
    <Pager
      label={text('pager.label')}
      previous={page > 1 ? { href: hrefOf(page - 1), label: text('pager.newer') } : null}
      place={text('pager.place', { page, pages })}
      next={page < pages ? { href: hrefOf(page + 1), label: text('pager.older') } : null}
    />
  );
}

function NewsList({ items, isWhole }: { items: NewsSummary[]; isWhole: boolean }) {
  const text = useText('news');
  if (items.length === 0) {
    return (
      <div className="empty">
        <h3 className="t-2 sun-title">{text('empty.title')}</h3>
        <p className="t-lead">{text('empty.text')}</p>
        {!isWhole && <ArrowLink href="/news">{text('all')}</ArrowLink>}
      </div>
    );
  }
  return (
    <NewsGrid>
      {items.map((item, position) => (
        <NewsCard key={item.id} item={item} position={position} />
      ))}
    </NewsGrid>
  );
}

export const page = definePage<Data>({
  art,
  async load({ search, api }) {
    const category = parseCategory(search);
    const page = search.has('page') ? parsePageNumber(search.get('page')) : 1;
    if (page === null) return null;
    const list = api.news({ category: category ?? undefined, page });
    // The list is awaited, because a page that does not exist has the status 404; the first page always exists.
    if (page > 1 && (await list).items.length === 0) return null;
    return {
      category,
      page,
      // The page is complete without the featured articles.
      featured: api.featuredNews().then(summaries, () => []),
      categories: api.newsCategories(),
      list: list.then(({ items, total }) => ({ items: summaries(items), total })),
    };
  },
  meta({ data: { category, page, categories }, texts, language }) {
    if (!category && page === 1) return {};
    const text = createText(texts, language, 'news');
    const seo = createTextOf<Record<string, { title: string }>>(texts, language, 'seo');
    const named = category === null || isKnownCategory(texts, category);
    // The address may contain any category, so only categories with news are indexed. While the list is not loaded, a
    // known category counts as one with news.
    const hasNews = category === null || (categories.value?.some(({ name }) => name === category) ?? named);
    if (!hasNews) return { noindex: true };
    const place = [
      category && (named ? text(`categories.${category}`) : category),
      page > 1 && text('pager.page', { page }),
    ];
    return {
      title: `${place.filter(Boolean).join(' · ')}: ${seo('news.title')}`,
      canonicalQuery: { ...(category && { category }), ...(page > 1 && { page: String(page) }) },
    };
  },
  reusedData: ['featured', 'categories'],
  Page: News,
});
