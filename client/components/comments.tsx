import { clsx } from 'clsx';
import { useId, useState, type FormEvent } from 'react';
import { articlePath } from '#shared/article-path.ts';
import { commentLimits } from '#shared/comment-limits.ts';
import type { Comment } from '#shared/contracts/news.ts';
import { formatDate } from '#shared/dates.ts';
import { languages } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { Deferred } from '../lib/deferred.tsx';
import { useLanguage, useSite, useText, useVisit } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';
import {
  commentFields,
  createCommentForm,
  type CommentErrors,
  type CommentField,
  type CommentForm as Form,
  type CommentProblem,
  type CommentStart,
} from '../stores/comment-form.ts';
import type { Visit } from '../visit.ts';
import { Icon } from './icon.tsx';

/** By the plural forms that the two languages have. */
type Counts = Locales['news']['comments']['count'];

interface Props {
  newsId: string;
  slug: string;
  comments: Promise<Comment[]>;
}

/** A list that could not be fetched is empty, and one that somebody else has kept is old: what was posted stays. */
function withPosted(list: Comment[], posted: Comment[]): Comment[] {
  return [...new Map([...list, ...posted].map((comment) => [comment.id, comment])).values()];
}

export function Comments({ newsId, slug, comments }: Props) {
  const text = useText('news');
  const { api } = useSite();
  const [fresh, setFresh] = useState<Comment[]>([]);
  const [posted, setPosted] = useState<Comment[]>([]);

  async function onPosted(comment: Comment | undefined) {
    if (comment) setPosted((earlier) => [...earlier, comment]);
    const list = await api.comments(newsId).catch(() => []);
    if (list.length > 0) setFresh(list);
  }

  return (
    <section className="section section--haze" aria-labelledby="comments">
      <div className="shell split">
        <h2 className="t-2" id="comments">
          {text('comments.title')}
        </h2>
        <div className="stack comments__in">
          <Deferred name="comments" value={comments} fallback={<p role="status">{text('comments.loading')}</p>}>
            {(list) => <CommentList comments={withPosted(fresh.length > 0 ? fresh : list, posted)} />}
          </Deferred>
          <CommentForm newsId={newsId} slug={slug} onPosted={onPosted} />
        </div>
      </div>
    </section>
  );
}

function CommentList({ comments }: { comments: Comment[] }) {
  const text = useText('news');
  const language = useLanguage();
  if (comments.length === 0) return <p className="soft">{text('comments.none')}</p>;
  const form = new Intl.PluralRules(languages[language].locale).select(comments.length) as keyof Counts;
  return (
    <div>
      <p className="soft comments__count">{text(`comments.count.${form}`, { count: comments.length })}</p>
      <ol>
        {comments.map(({ id, author, content, date }) => (
          <li className="comment" key={id}>
            <header>
              <b>{author}</b>
              <time className="t-tiny soft" dateTime={date}>
                {formatDate(language, date)}
              </time>
            </header>
            <p>{content}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface FormProps {
  newsId: string;
  slug: string;
  /** The comment as the backend has taken it in, where it says so. */
  onPosted: (comment: Comment | undefined) => void;
}

function typed(fields: FormData, name: CommentField): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** What a post without JavaScript came to, told by the page that answers it. */
function readStart({ form, search }: Pick<Visit, 'form' | 'search'>): CommentStart {
  const { form: failed, ...errors } = (form?.errors ?? {}) as CommentErrors & { form?: CommentProblem };
  const sent = !form && new URLSearchParams(search).get('sent') === 'comment';
  return {
    status: sent ? 'sent' : 'idle',
    errors: form?.message ? {} : errors,
    failure: form?.message ? { text: form.message } : failed ? { key: 'submitFailed' } : null,
  };
}

function Problem({ form, id }: { form: Form; id: string }) {
  const text = useText('news');
  const { locale } = languages[useLanguage()];
  const problem = useValue(form.problem);
  const { author, content } = commentLimits;
  return (
    <div role="alert">
      {problem && (
        <p className="alert alert--bad" id={id}>
          <Icon name="circle-alert" />
          {'text' in problem
            ? problem.text
            : text(`comments.${problem.key}`, { author, content: content.toLocaleString(locale) })}
        </p>
      )}
    </div>
  );
}

export function CommentForm({ newsId, slug, onPosted }: FormProps) {
  const text = useText('news');
  const { api } = useSite();
  const visit = useVisit();
  const [form] = useState(() =>
    createCommentForm({ start: readStart(visit), post: (comment) => api.postComment(newsId, comment) }),
  );
  const status = useValue(form.status);
  const errors = useValue(form.errors);
  const id = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const fields = new FormData(element);
    const answer = await form.submit({ author: typed(fields, 'author'), content: typed(fields, 'content') });
    if (answer?.ok) {
      element.reset();
      onPosted(answer.body as Comment | undefined);
    }
    const wrong = commentFields.find((name) => form.errors.peek()[name]);
    if (wrong) element.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    // What came of it stands above the fields, which may be above the screen.
    element.querySelector('.alert')?.scrollIntoView({ block: 'nearest' });
  };

  const field = (name: CommentField, hint?: string) => ({
    className: 'field__input',
    id: `${id}-${name}`,
    name,
    required: true,
    maxLength: commentLimits[name],
    defaultValue: visit.form?.values[name],
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': clsx(errors[name] && `${id}-problem`, hint) || undefined,
    onInput: () => form.mend(name),
  });
  return (
    <form
      className="form"
      method="post"
      action={`${articlePath({ slug })}#comment-form`}
      id="comment-form"
      noValidate
      onSubmit={submit}
    >
      <h3 className="t-3">{text('comments.add')}</h3>
      <Problem form={form} id={`${id}-problem`} />
      <div role="status">
        {status === 'sent' && (
          <p className="alert alert--ok">
            <Icon name="circle-check" />
            {text('comments.sent')}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}-author`}>{text('comments.author')}</label>
        <input {...field('author', `${id}-hint`)} autoComplete="name" />
        <p className="t-small soft" id={`${id}-hint`}>
          {text('comments.authorHint')}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-content`}>{text('comments.content')}</label>
        <textarea {...field('content')} />
      </div>
      <div className="form__foot">
        <button className="button" type="submit" aria-disabled={status === 'sending' || undefined}>
          {text(status === 'sending' ? 'comments.sending' : 'comments.submit')}
        </button>
        <p className="t-small soft">{text('comments.publicNote')}</p>
      </div>
    </form>
  );
}
