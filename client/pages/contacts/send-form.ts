import type { PostAnswer, PostOptions } from '#shared/api.ts';
import type { OwnPath } from '#shared/own-paths.ts';
import { parseErrors } from '../../lib/post-answer.ts';

export interface SendOptions extends Required<PostOptions> {
  /** Called with the share of the form that has been sent, from 0 to 1. */
  onProgress(share: number): void;
}

export type SendForm = (path: OwnPath, form: FormData, options: SendOptions) => Promise<PostAnswer>;

/** How long nothing may be sent or received, in milliseconds: a browser may notice a lost connection minutes later. */
const maxSilenceMs = 30_000;

/** Reads a response, which may be that of a proxy. */
function readAnswer({ status, responseText }: XMLHttpRequest): PostAnswer {
  let answer: unknown;
  try {
    answer = JSON.parse(responseText);
  } catch {
    // A response that is not JSON has only its status.
  }
  return { status, ...parseErrors(answer) };
}

/**
 * Posts a form with XMLHttpRequest, because fetch does not report the progress of an upload. The status is 0 when there
 * is no response within 30 s; an aborted request rejects with an AbortError.
 */
export const sendForm: SendForm = (path, form, { idempotencyKey, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const cancel = () => reject(new DOMException('The form was cancelled', 'AbortError'));
    // It may have been cancelled while the file was being read; there is no further event then.
    if (signal.aborted) return cancel();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    // Without a cookie, the server chooses the language of the confirmation by this header.
    request.setRequestHeader('accept-language', document.documentElement.lang);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    const startedAt = performance.now();
    const extendTimeout = () => {
      request.timeout = performance.now() - startedAt + maxSilenceMs;
    };
    extendTimeout();
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      extendTimeout();
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(readAnswer(request)));
    for (const failure of ['error', 'timeout']) request.addEventListener(failure, () => resolve({ status: 0 }));
    request.addEventListener('abort', cancel);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
