import { useState } from 'react';
import type { Comment, Part } from '#shared/contracts/news.ts';
import { Deferred } from '../../lib/deferred.tsx';
import { useSite, useText } from '../../lib/site-context.ts';
import { LoadAgain } from '../../components/load-again.tsx';
import { Section } from '../../components/section.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import type { PostComment } from './post-comment.ts';

interface Props {
  newsId: string;
  slug: string;
  /** The page number, counted from the oldest comments; null for the latest comments. */
  page: number | null;
  comments: Promise<Part<Comment>>;
  post: PostComment;
}

function CommentsLoading() {
  const text = useText('news');
  return (
    <>
      <p role="status">{text('comments.loading')}</p>
      <LoadAgain />
    </>
  );
}

/** The latest comments, fetched after a post, and the page of the list in whose place they are shown. */
interface Refetched {
  instead: Promise<Part<Comment>>;
  latest: Part<Comment>;
}

export function Comments({ newsId, slug, page, comments, post }: Props) {
  const text = useText('news');
  const { api } = useSite();
  const [refetched, setRefetched] = useState<Refetched | null>(null);
  const latest = refetched?.instead === comments ? refetched.latest : null;

  async function onPosted() {
    const list = await api.comments(newsId);
    // A list that failed to load is empty, and the list of an earlier post may come after that of a later one.
    setRefetched((known) => {
      const minTotal = known?.instead === comments ? known.latest.total : 1;
      return list.total < minTotal ? known : { instead: comments, latest: list };
    });
  }

  return (
    <Section split id="comments" title={text('comments.title')} surface="haze">
      <div className="stack comments__in">
        <Deferred name="comments" value={comments} fallback={<CommentsLoading />}>
          {(list) => <CommentList slug={slug} comments={latest ?? list} page={latest ? null : page} />}
        </Deferred>
        <CommentForm newsId={newsId} slug={slug} post={post} onPosted={onPosted} />
      </div>
    </Section>
  );
}
