import { useId, useRef, useState, type FormEvent } from 'react';
import { commentLimits } from '#shared/comment-limits.ts';
import type { Comment } from '#shared/contracts/news.ts';
import { formatDate, languages } from '#shared/languages.ts';
import type newsTexts from '../../locales/en/news.json';
import { Deferred } from '../lib/deferred.tsx';
import { useLanguage, useSite, useText, useVisit } from '../lib/site-context.ts';
import { Icon } from './icon.tsx';

interface Props {
  newsId: string;
  slug: string;
  comments: Promise<Comment[]>;
}

export function Comments({ newsId, slug, comments }: Props) {
  const text = useText<typeof newsTexts>('news');
  const { api } = useSite();
  const [fresh, setFresh] = useState<Comment[] | null>(null);
  return (
    <section className="section section--haze" aria-labelledby="comments">
      <div className="shell split">
        <h2 className="t-2" id="comments">
          {text('comments.title')}
        </h2>
        <div className="stack comments__in">
          <Deferred name="comments" value={comments} fallback={<p role="status">{text('comments.loading')}</p>}>
            {(list) => <CommentList comments={fresh ?? list} />}
          </Deferred>
          <CommentForm newsId={newsId} slug={slug} onPosted={async () => setFresh(await api.comments(newsId))} />
        </div>
      </div>
    </section>
  );
}

function CommentList({ comments }: { comments: Comment[] }) {
  const text = useText<typeof newsTexts>('news');
  const language = useLanguage();
  if (comments.length === 0) return <p className="soft">{text('comments.none')}</p>;
  const form = new Intl.PluralRules(languages[language].locale).select(comments.length) as 'one';
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
  onPosted: () => Promise<void>;
}

function typed(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

type State = { kind: 'idle' | 'sending' | 'sent' } | { kind: 'failed'; message: string };

const isTooLong = (author: string, content: string) =>
  author.length > commentLimits.author || content.length > commentLimits.content;

/** What is wrong with a comment, in words. */
function useProblems() {
  const text = useText<typeof newsTexts>('news');
  const language = useLanguage();
  return {
    fillFields: text('comments.fillFields'),
    tooLong: text('comments.tooLong', {
      author: commentLimits.author,
      content: commentLimits.content.toLocaleString(languages[language].locale),
    }),
    submitFailed: text('comments.submitFailed'),
  };
}

/** What a post without JavaScript came to, told by the page that answers it. */
function useFirstState(): State {
  const problems = useProblems();
  const { form, search } = useVisit();
  if (form?.message) return { kind: 'failed', message: form.message };
  const errors = [form?.errors['author'], form?.errors['content']].filter(Boolean);
  if (errors.includes('fillFields')) return { kind: 'failed', message: problems.fillFields };
  if (errors.length > 0) return { kind: 'failed', message: problems.tooLong };
  if (form?.errors['form']) return { kind: 'failed', message: problems.submitFailed };
  return { kind: new URLSearchParams(search).get('sent') === 'comment' ? 'sent' : 'idle' };
}

export function CommentForm({ newsId, slug, onPosted }: FormProps) {
  const text = useText<typeof newsTexts>('news');
  const { api } = useSite();
  const problems = useProblems();
  const { form: posted } = useVisit();
  const [state, setState] = useState<State>(useFirstState());
  const id = useId();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.kind === 'sending') return;
    const fields = new FormData(event.currentTarget);
    const author = typed(fields, 'author');
    const content = typed(fields, 'content');
    if (!author || !content) {
      setState({ kind: 'failed', message: problems.fillFields });
      form.current?.querySelector<HTMLElement>(author ? '[name="content"]' : '[name="author"]')?.focus();
      return;
    }
    if (isTooLong(author, content)) {
      setState({ kind: 'failed', message: problems.tooLong });
      return;
    }
    setState({ kind: 'sending' });
    const answer = await api.postComment(newsId, { author, content });
    if (!answer.ok) {
      setState({ kind: 'failed', message: answer.error === 'tooLong' ? problems.tooLong : problems.submitFailed });
      return;
    }
    form.current?.reset();
    setState({ kind: 'sent' });
    await onPosted();
  };

  const broken = (name: string) => (state.kind === 'failed' && posted?.errors[name] ? true : undefined);
  return (
    <form
      className="form"
      method="post"
      action={`/news/${encodeURIComponent(slug)}#comment-form`}
      id="comment-form"
      noValidate
      ref={form}
      onSubmit={submit}
    >
      <h3 className="t-3">{text('comments.add')}</h3>
      <div role="alert">
        {state.kind === 'failed' && (
          <p className="alert alert--bad">
            <Icon name="circle-alert" />
            {state.message}
          </p>
        )}
      </div>
      <div role="status">
        {state.kind === 'sent' && (
          <p className="alert alert--ok">
            <Icon name="circle-check" />
            {text('comments.sent')}
          </p>
        )}
      </div>
      <div className="field">
        <label htmlFor={`${id}-author`}>{text('comments.author')}</label>
        <input
          className="field__input"
          id={`${id}-author`}
          name="author"
          autoComplete="name"
          required
          maxLength={commentLimits.author}
          defaultValue={posted?.values['author']}
          aria-invalid={broken('author')}
          aria-describedby={`${id}-hint`}
        />
        <p className="t-small soft" id={`${id}-hint`}>
          {text('comments.authorHint')}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-content`}>{text('comments.content')}</label>
        <textarea
          className="field__input"
          id={`${id}-content`}
          name="content"
          required
          maxLength={commentLimits.content}
          defaultValue={posted?.values['content']}
          aria-invalid={broken('content')}
        />
      </div>
      <div className="form__foot">
        <button className="button" type="submit" aria-disabled={state.kind === 'sending' || undefined}>
          {text(state.kind === 'sending' ? 'comments.sending' : 'comments.submit')}
        </button>
        <p className="t-small soft">{text('comments.publicNote')}</p>
      </div>
    </form>
  );
}
