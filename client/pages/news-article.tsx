import { clsx } from 'clsx';
import type { Api } from '#shared/api.ts';
import { articleDescription, articlePicture, articleTitle } from '#shared/article-head.ts';
import type { Comment, NewsItem, NewsSummary, Part } from '#shared/contracts/news.ts';
import { localized } from '#shared/languages.ts';
import { parsePageNumber } from '#shared/list-parts.ts';
import { summaries } from '#shared/news-summary.ts';
import { toSingleLine } from '#shared/plain-text.ts';
import { company } from '#shared/company.ts';
import { createTextOf } from '#shared/text.ts';
import { CallToAction } from '../components/call-to-action.tsx';
import { ArticleText } from './news-article/article-text.tsx';
import { Comments } from './news-article/comments.tsx';
import { postComment } from './news-article/post-comment.ts';
import { Link } from '../components/link.tsx';
import { Localized } from '../components/localized.tsx';
import { NewsMeta, skyOf } from '../components/news-meta.tsx';
import { PageHead } from '../components/page-head.tsx';
import { definePage } from '../lib/define-page.ts';
import { useLanguage, useText } from '../lib/site-context.ts';
import { HeadCover } from './news-article/head-cover.tsx';
import { Missing } from './news-article/missing.tsx';
import { ReadNext } from './news-article/read-next.tsx';

interface Data {
  item: NewsItem;
  /** Counted from the oldest comments on; null for the latest. */
  commentPage: number | null;
  comments: Promise<Part<Comment>>;
  others: Promise<NewsSummary[]>;
}

const relatedCount = 3;

function Article({ data: { item, commentPage, comments, others } }: { data: Data }) {
  const text = useText('news');
  const language = useLanguage();
  const author = localized(language, item.author ?? '', item.author_uk);
  return (
    <>
      <article>
        <PageHead
          sky={skyOf(item)}
          title={<Localized english={item.headline} ukrainian={item.headline_uk} />}
          lead={<Localized english={item.description} ukrainian={item.description_uk} />}
          back={{ href: '/news', label: text('back') }}
          className={clsx(item.image && 'head-cover')}
          picture={item.image && <HeadCover item={item} src={item.image} />}
          meta={<NewsMeta item={item} author={author && <Localized english={author} ukrainian={item.author_uk} />} />}
        />
        <div className="section">
          <ArticleText item={item} />
        </div>
      </article>
      <Comments newsId={item.id} slug={item.slug} page={commentPage} comments={comments} post={postComment} />
      <ReadNext others={others} count={relatedCount} />
      <CallToAction sky={skyOf(item)} title={text('services.title')} text={text('services.text')}>
        <Link className="button" href="/contacts#contact">
          {text('services.link')}
        </Link>
      </CallToAction>
    </>
  );
}

/** Other articles, those of the same category first. */
async function findOthers(api: Api, item: NewsItem): Promise<NewsSummary[]> {
  const [newest, sameCategory] = await Promise.all([api.news(), api.news({ category: item.category })]);
  const candidates = new Map([...sameCategory.items, ...newest.items].map((other) => [other.id, other]));
  candidates.delete(item.id);
  return summaries([...candidates.values()].slice(0, relatedCount));
}

export const page = definePage<Data>({
  reusedData: ['others'],
  async load({ params: { slug = '' }, search, api }) {
    const item = await api.newsItem(slug);
    if (!item) return null;
    const commentPage = parsePageNumber(search.get('comments'));
    return {
      item,
      commentPage,
      comments: api.comments(item.id, commentPage ?? undefined),
      // The page is complete without the other articles.
      others: findOthers(api, item).catch(() => []),
    };
  },
  meta: ({ data: { item, commentPage }, language, texts }) => ({
    title: articleTitle(
      localized(language, item.headline, item.headline_uk),
      createTextOf<{ news: string }>(texts, language, 'navbar')('news'),
    ),
    description: articleDescription(item, language),
    headline: toSingleLine(localized(language, item.headline, item.headline_uk)),
    image: articlePicture(item.slug, language),
    type: 'article',
    published: item.date,
    author: localized(language, item.author ?? item.source ?? company.name, item.author_uk),
    category: item.category,
    ...(commentPage !== null && { canonicalQuery: { comments: String(commentPage) } }),
  }),
  Page: Article,
  Missing,
});
