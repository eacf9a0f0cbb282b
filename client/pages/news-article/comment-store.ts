import { computed, signal } from '@preact/signals-react';
import type { PostAnswer, PostOptions } from '#shared/api.ts';
import { commentFailure, heldStatus } from '#shared/comment-limits.ts';
import { commentTextRules } from '#shared/comment-text-rules.ts';
import type { CommentCall, NewComment } from '#shared/contracts/news.ts';
import { findTextErrors } from '#shared/text-rule.ts';
import { isSuccess } from '../../lib/post-answer.ts';
import { createForm, type FormStatus } from '../../forms/form.ts';
import type { FieldErrors } from '../../forms/form-fields.ts';

const commentFields = ['author', 'content'] as const;
/** Keys under `comments` in locales/<language>/news.json. */
export type CommentProblem = 'fillFields' | 'tooLong' | ReturnType<typeof commentFailure>;
export type CommentErrors = FieldErrors<NewComment, CommentProblem>;

export interface CommentStart {
  status: FormStatus;
  /** Whether the posted comment waits for approval. */
  held?: boolean;
  values?: Partial<NewComment>;
  errors: CommentErrors;
  /** The error of the whole form: a key, or a finished text. */
  failure: { key: CommentProblem } | { text: string } | null;
}

interface Options {
  start: CommentStart;
  post(comment: CommentCall, options: PostOptions): Promise<PostAnswer>;
}

const empty: NewComment = { author: '', content: '' };

const trimmed = ({ author, content }: NewComment): NewComment => ({ author: author.trim(), content: content.trim() });

/** Creates the state of the comment form below an article. */
export function createCommentStore({ start, post }: Options) {
  const held = signal(start.held ?? false);
  /** The value of the honeypot field, which only bots fill in. */
  let honeypot = '';
  const form = createForm<NewComment, CommentProblem, CommentCall, CommentStart['failure'], null>({
    names: commentFields,
    initial: { ...empty, ...start.values },
    empty,
    errors: start.errors,
    failure: start.failure,
    status: start.status,
    validate: (values) => findTextErrors(commentTextRules, values),
    toContent: (values) => ({ ...trimmed(values), ...(honeypot && { honeypot }) }),
    send: async (comment, options) => {
      const answer = await post(comment, options);
      held.value = answer.status === heldStatus;
      if (isSuccess(answer)) return { success: null };
      return { failure: { key: answer.error === 'tooLong' ? 'tooLong' : commentFailure(answer.status) } };
    },
    unexpected: () => ({ key: 'submitFailed' }),
  });

  /** The one message above the fields; an empty field has priority over a field that is too long. */
  const problem = computed(() => {
    const found = Object.values(form.errors.value);
    const key = found.includes('fillFields') ? 'fillFields' : found[0];
    return key ? { key } : form.submitError.value;
  });

  function submit(honeypotValue = ''): ReturnType<typeof form.submit> {
    honeypot = honeypotValue;
    return form.submit();
  }

  return { ...form, submit, problem, held };
}

export type CommentStore = ReturnType<typeof createCommentStore>;
