import { addressOf } from '#shared/address.ts';
import type { Comment, Part } from '#shared/contracts/news.ts';
import { formatDate } from '#shared/dates.ts';
import { languages } from '#shared/languages.ts';
import { commentsPerPage, countPages } from '#shared/list-parts.ts';
import type { Locales } from '#shared/locales.ts';
import { useLanguage, useText } from '../../lib/site-context.ts';
import { Pager } from '../../components/pager.tsx';

/** One text for each plural form of the two languages. */
type Counts = Locales['news']['comments']['count'];

interface Props {
  slug: string;
  comments: Part<Comment>;
  /** Counted from the oldest comments on; null for the latest. */
  page: number | null;
}

export function CommentList({ slug, comments: { items, total }, page }: Props) {
  const text = useText('news');
  const language = useLanguage();
  if (total === 0) return <p className="soft">{text('comments.none')}</p>;
  // English and Ukrainian have only the plural forms of the texts; the type of `select` has those of all languages.
  const pluralForm = new Intl.PluralRules(languages[language].locale).select(total) as keyof Counts;
  return (
    <div>
      <p className="soft comments__count">{text(`comments.count.${pluralForm}`, { count: total })}</p>
      <CommentPager slug={slug} total={total} page={page} />
      <ol>
        {items.map(({ id, author, content, date }) => (
          <li className="comments__entry" key={id}>
            <header>
              <b dir="auto">{author}</b>
              <time className="t-tiny soft" dateTime={date}>
                {formatDate(language, date)}
              </time>
            </header>
            <p dir="auto">{content}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/**
 * Earlier comments are on pages that keep their numbers when comments are added; the latest are on the article's own
 * page.
 */
function CommentPager({ slug, total, page: requested }: { slug: string; total: number; page: number | null }) {
  const text = useText('news');
  const pages = countPages(total, commentsPerPage);
  // A page that does not exist shows the latest comments.
  const page = requested !== null && requested > pages ? null : requested;
  const earlier = page === null ? countPages(total - commentsPerPage, commentsPerPage) : page - 1;
  const hrefOf = (number: number) =>
    addressOf(
      '/news/:slug',
      { slug },
      { query: { comments: number < pages ? String(number) : undefined }, hash: 'comments' },
    );
  return (
    <Pager
      // The form below the list keeps the comment that is being written.
      stay
      label={text('comments.pager.label')}
      previous={
        total > commentsPerPage && earlier > 0 ? { href: hrefOf(earlier), label: text('comments.pager.earlier') } : null
      }
      place={page === null ? undefined : text('pager.place', { page, pages })}
      next={page !== null && page < pages ? { href: hrefOf(page + 1), label: text('comments.pager.later') } : null}
    />
  );
}
