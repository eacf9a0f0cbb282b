import { batch, computed, signal } from '@preact/signals-react';
import type { PostOptions } from '#shared/api.ts';
import { untilAborted } from '../lib/until-aborted.ts';
import { createKeys, type IdempotencyKeys } from './idempotency-key.ts';
import { createFields, type FieldErrors, type FieldsOptions } from './form-fields.ts';

/** How sending ended. A refusal may concern fields, the whole form, or both. */
export type SendResult<Values, Problem extends string, Failure, Success> =
  { success: Success } | { errors?: FieldErrors<Values, Problem>; failure: Failure | null };

/** The result of `submit`; `busy` when an earlier call has not ended. */
type SubmitResult<Success> = { kind: 'busy' | 'invalid' | 'failed' | 'cancelled' } | { kind: 'sent'; success: Success };

export type FormStatus = 'idle' | 'sending' | 'sent';

interface FormOptions<Values, Problem extends string, Content extends object, Failure, Success> extends FieldsOptions<
  Values,
  Problem
> {
  status?: FormStatus;
  failure?: Failure | null;
  /**
   * Awaited before the values are read, if an optional value may still be missing. The attempt ends without sending if
   * it resolves with false, and can be cancelled meanwhile.
   */
  ready?(): Promise<boolean>;
  /** The content to send. Two attempts whose contents are equal member by member have the same idempotency key. */
  toContent(values: Values): Content;
  send(content: Content, options: Required<PostOptions>): Promise<SendResult<Values, Problem, Failure, Success>>;
  /** The failure to show when an attempt to send these values has thrown. */
  unexpected(values: Values): Failure;
  keys?: IdempotencyKeys;
}

type AttemptResult<Values, Problem extends string, Failure, Success> =
  SendResult<Values, Problem, Failure, Success> | 'invalid' | 'cancelled';

/**
 * Returns the result of an attempt that has thrown an error. A lost connection is an answer with the status 0, so an
 * error is a mistake in the code, unless the attempt was aborted. Like an uncaught error, it is reported to the server.
 */
function resultOf<Failure>(error: unknown, failure: Failure, { aborted }: AbortSignal): { failure: Failure } {
  if (!aborted) reportError(error);
  return { failure };
}

/**
 * One form of a page: its values, its errors and the result of sending. While the content is being sent the fields stay
 * editable; the response changes only fields that have not been changed since.
 */
export function createForm<Values extends object, Problem extends string, Content extends object, Failure, Success>(
  options: FormOptions<Values, Problem, Content, Failure, Success>,
) {
  const { ready, send, toContent, unexpected, keys = createKeys() } = options;
  const { changed, resetUnchanged, ...state } = createFields<Values, Problem>(options);
  const status = signal<FormStatus>(options.status ?? 'idle');
  const submitError = signal<Failure | null>(options.failure ?? null);
  const sending = computed(() => status.value === 'sending');
  let controller: AbortController | null = null;

  async function attempt(signal: AbortSignal): Promise<AttemptResult<Values, Problem, Failure, Success>> {
    const isReady = !ready || (await untilAborted(ready(), signal).catch(() => false));
    if (signal.aborted) return 'cancelled';
    // Values may have changed meanwhile.
    if (!isReady || state.validateAll()) return 'invalid';
    changed.clear();
    const values = state.values.peek();
    const sendValues = async () => {
      const content = toContent(values);
      return send(content, { idempotencyKey: keys.keyOf(content), signal });
    };
    const result = await sendValues().catch((error: unknown) => resultOf(error, unexpected(values), signal));
    return signal.aborted && !('success' in result) ? 'cancelled' : result;
  }

  function showRefusal({ errors = {}, failure }: { errors?: FieldErrors<Values, Problem>; failure: Failure | null }) {
    for (const name of options.names) if (!changed.has(name)) state.setError(name, errors[name]);
    submitError.value = failure;
  }

  async function submit(): Promise<SubmitResult<Success>> {
    if (sending.peek()) return { kind: 'busy' };
    clearResult();
    if (state.validateAll()) return { kind: 'invalid' };
    status.value = 'sending';
    controller = new AbortController();
    const result = await attempt(controller.signal);
    return batch((): SubmitResult<Success> => {
      status.value = 'idle';
      if (typeof result === 'string') return { kind: result };
      if (!('success' in result)) {
        showRefusal(result);
        return { kind: 'failed' };
      }
      status.value = 'sent';
      keys.succeeded();
      resetUnchanged();
      return { kind: 'sent', success: result.success };
    });
  }

  /** Removes the result of an earlier attempt. */
  function clearResult(): void {
    submitError.value = null;
    if (status.peek() === 'sent') status.value = 'idle';
  }

  function reset(): void {
    batch(() => {
      state.reset();
      clearResult();
    });
  }

  /** Whether a new form can replace this one: it is not being sent, and all of its fields are empty. */
  const canBeReplaced = () => !sending.peek() && state.isBlank();

  const cancel = () => controller?.abort();
  return { ...state, status, sending, submitError, submit, reset, clearResult, canBeReplaced, cancel };
}
