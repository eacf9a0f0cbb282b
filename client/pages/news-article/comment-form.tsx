import { useEffect, useId, useRef, type FormEvent } from 'react';
import { articlePath } from '#shared/article-path.ts';
import { commentLimits } from '#shared/comment-limits.ts';
import { isConfirmed } from '#shared/confirmations.ts';
import { formatNumber } from '#shared/numbers.ts';
import { focusField } from '../../forms/focus-field.ts';
import { createFormCache, useCachedForm } from '../../forms/form-cache.ts';
import { useLanguage, useSite, useText, useVisit } from '../../lib/site-context.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { useValue } from '../../lib/use-value.ts';
import type { Visit } from '../../visit.ts';
import { BackendText } from '../../components/backend-text.tsx';
import { Honeypot, readHoneypot, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { SubmitRow } from '../../components/submit-row.tsx';
import {
  createCommentStore,
  type CommentErrors,
  type CommentStore,
  type CommentProblem,
  type CommentStart,
} from './comment-store.ts';
import type { PostComment } from './post-comment.ts';

interface Props {
  newsId: string;
  slug: string;
  post: PostComment;
  /** Called when a comment was posted that is shown at once. */
  onPosted: () => void;
}

/** The state after a post without JavaScript, with which the server rendered the page. */
function readStart({ postedForm, search }: Pick<Visit, 'postedForm' | 'search'>): CommentStart {
  // The server names its messages by the keys of the same texts.
  const { form: failed, ...errors } = (postedForm?.errors ?? {}) as CommentErrors & { form?: CommentProblem };
  const query = new URLSearchParams(postedForm ? '' : search);
  const held = isConfirmed(query, 'heldComment');
  return {
    status: held || isConfirmed(query, 'comment') ? 'sent' : 'idle',
    held,
    values: postedForm && { author: postedForm.values['author'] ?? '', content: postedForm.values['content'] ?? '' },
    errors: postedForm?.message ? {} : errors,
    failure: postedForm?.message ? { text: postedForm.message } : failed ? { key: failed } : null,
  };
}

function Problem({ form, id }: { form: CommentStore; id: string }) {
  const text = useText('news');
  const language = useLanguage();
  const problem = useValue(form.problem);
  const { author, content } = commentLimits;
  return (
    <div role="alert" aria-live="assertive">
      {problem && (
        <p className="alert alert--bad" id={id}>
          <Icon name="circle-alert" />
          {'text' in problem ? (
            <BackendText text={problem.text} />
          ) : (
            text(`comments.${problem.key}`, { author, content: formatNumber(language, content) })
          )}
        </p>
      )}
    </div>
  );
}

function Sent({ form }: { form: CommentStore }) {
  const text = useText('news');
  const status = useValue(form.status);
  const held = useValue(form.held);
  return (
    <div role="status">
      {status === 'sent' && (
        <h3 className="alert alert--ok">
          <Icon name="circle-check" />
          {text(held ? 'comments.held' : 'comments.sent')}
        </h3>
      )}
    </div>
  );
}

/** By article. */
const commentForms = createFormCache<CommentStore>();

function useCommentForm({ newsId, post }: Pick<Props, 'newsId' | 'post'>): CommentStore {
  const visit = useVisit();
  const create = () =>
    createCommentStore({ start: readStart(visit), post: (comment, options) => post(newsId, comment, options) });
  return useCachedForm(commentForms, newsId, create);
}

export function CommentForm({ newsId, slug, post, onPosted }: Props) {
  const text = useText('news');
  const { takesComments, toasts } = useSite();
  const form = useCommentForm({ newsId, post });
  const sending = useValue(form.sending);
  const hydrated = useHydrated();
  const id = useId();

  // Also for a post that was sent before this component was mounted: the visitor has left the page and returned.
  const wasSending = useRef(sending);
  // The visitor may have changed the language while the comment was being sent, and then have left the article.
  const latestText = useRef(text);
  useEffect(() => {
    latestText.current = text;
    if (wasSending.current && form.status.peek() === 'sent' && !form.held.peek()) onPosted();
    wasSending.current = sending;
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    toasts.dismissErrors('comments');
    const submission = await form.submit(readHoneypot(element));
    if (submission.kind === 'busy') return;
    // The visitor has gone on to another page or article, and has not returned.
    const shown = document.querySelector<HTMLFormElement>('#comment-form');
    if (submission.kind === 'failed' && shown?.action !== element.action) {
      const key = 'comments.notPosted';
      return toasts.show({ from: 'comments', tone: 'bad', text: { area: 'news', key, text: latestText.current(key) } });
    }
    const wrong = form.firstError();
    if (wrong) focusField(`${id}-${wrong}`);
    // The result is shown above the fields, so it may be above the visible part of the page.
    element.querySelector('.alert')?.scrollIntoView({ block: 'nearest' });
  };

  if (!takesComments) return <p className="soft">{text('comments.closed')}</p>;
  return (
    <form
      className="form comments__form"
      method="post"
      action={`${articlePath({ slug })}#comment-form`}
      id="comment-form"
      noValidate
      onSubmit={submit}
    >
      <h3 className="t-3">{text('comments.add')}</h3>
      <Problem form={form} id={`${id}-problem`} />
      <Sent form={form} />
      <TextField
        field={form.fields.author}
        id={`${id}-author`}
        label={text('comments.author')}
        hint={text('comments.authorHint')}
        errorAt={`${id}-problem`}
        input={{ maxLength: commentLimits.author, autoComplete: 'name' }}
      />
      <TextField
        field={form.fields.content}
        id={`${id}-content`}
        label={text('comments.content')}
        errorAt={`${id}-problem`}
        // Browsers cut a pasted text at maxLength. With scripts the form reports a text that is too long instead.
        input={{ maxLength: hydrated ? undefined : commentLimits.content }}
        multiline
      />
      <Honeypot label={text('comments.honeypot')} />
      <SubmitRow label={text('comments.submit')} sendingLabel={text('comments.sending')} sending={sending}>
        <p className="t-small soft">
          {text('comments.publicNote')} <Link href="/terms">{text('comments.agreement')}</Link>.
        </p>
      </SubmitRow>
    </form>
  );
}
