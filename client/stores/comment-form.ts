import { computed, signal } from '@preact/signals-react';
import type { Answer } from '#shared/api.ts';
import { commentLimits } from '#shared/comment-limits.ts';
import type { NewComment } from '#shared/contracts/news.ts';

export const commentFields = ['author', 'content'] as const;
export type CommentField = (typeof commentFields)[number];
/** Keys under `comments` in locales/<language>/news.json. */
export type CommentProblem = 'fillFields' | 'tooLong' | 'submitFailed';
export type CommentErrors = Partial<Record<CommentField, CommentProblem>>;

export interface CommentStart {
  status: 'idle' | 'sent';
  errors: CommentErrors;
  /** What is wrong with the whole: a key, or ready words. */
  failure: { key: CommentProblem } | { text: string } | null;
}

interface Options {
  start: CommentStart;
  post(comment: NewComment): Promise<Answer>;
}

function findErrors(comment: NewComment): CommentErrors {
  const errors: CommentErrors = {};
  for (const name of commentFields) {
    if (comment[name] === '') errors[name] = 'fillFields';
    else if (comment[name].length > commentLimits[name]) errors[name] = 'tooLong';
  }
  return errors;
}

/** The form below an article: what is wrong with a comment, and what posting it came to. */
export function createCommentForm({ start, post }: Options) {
  const status = signal<'idle' | 'sending' | 'sent'>(start.status);
  const errors = signal(start.errors);
  const failure = signal(start.failure);
  /** What the visitor is told; an empty field comes before a full one. */
  const problem = computed(() => {
    const found = Object.values(errors.value);
    const key = found.includes('fillFields') ? 'fillFields' : found[0];
    return key ? { key } : failure.value;
  });

  /** Answers what the backend answered; null when nothing was posted. */
  async function submit(comment: NewComment): Promise<Answer | null> {
    if (status.peek() === 'sending') return null;
    failure.value = null;
    errors.value = findErrors(comment);
    status.value = problem.peek() ? 'idle' : 'sending';
    if (problem.peek()) return null;
    // The code that posts may not have come: nothing was posted then.
    const answer = await post(comment).catch((): Answer => ({ ok: false, status: 0 }));
    status.value = answer.ok ? 'sent' : 'idle';
    if (!answer.ok) failure.value = { key: answer.error === 'tooLong' ? 'tooLong' : 'submitFailed' };
    return answer;
  }

  /** A field is being mended. */
  function mend(name: CommentField) {
    const { [name]: _old, ...rest } = errors.peek();
    errors.value = rest;
  }

  return { status, errors, problem, submit, mend };
}

export type CommentForm = ReturnType<typeof createCommentForm>;
