import type { PostAnswer, PostOptions } from '#shared/api.ts';
import type { Language } from '#shared/languages.ts';
import { parseErrors } from '#client/lib/post-answer.ts';
import { createActivationStore, type ActivationStore } from '#client/pages/gitl/activation-store.ts';
import type { ActivationValues } from '#client/pages/gitl/activation-rules.ts';
import './reported-errors.ts';

export const empty: ActivationValues = { plan: null, machine_id: '', email: '' };
export const filled: ActivationValues = { plan: 'monthly', machine_id: ' 7F3A ', email: ' Marta@Steppe.example ' };
export const answerOf = (status: number, body?: unknown): PostAnswer => ({
  status,
  ...parseErrors(body),
  body,
});

/** An activation form whose calls get this answer; `sent` and `keys` are those of its calls. */
export function openActivation(
  values: ActivationValues,
  answer: PostAnswer | Promise<PostAnswer> = answerOf(200, {
    status: 'ok',
    pageUrl: 'https://pay.example/1',
  }),
  language: Language = 'en',
) {
  const sent: unknown[] = [];
  const keys: (string | undefined)[] = [];
  const post = (_address: string, request: unknown, options?: PostOptions) => {
    sent.push(request);
    keys.push(options?.idempotencyKey);
    return Promise.resolve(answer);
  };
  const activation = createActivationStore(
    { values, errors: {}, failure: null, status: 'idle' },
    { origin: () => 'http://localhost:3000', language: () => language, post },
  );
  return { activation, sent, keys };
}

/** The message above the form. */
export function shown({ status, processing, submitError }: ActivationStore) {
  if (status.value === 'sent' && !processing.value) return { started: true };
  return submitError.value;
}
