import type { FailedAnswer } from '#shared/contact-failure.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** Hears which share of the form has left, from 0 to 1. */
  onProgress(share: number): void;
}

export type SendForm = (path: string, form: FormData, options: SendOptions) => Promise<FailedAnswer>;

function readAnswer({ status, responseText }: XMLHttpRequest): FailedAnswer {
  try {
    const { error, errors } = JSON.parse(responseText) as { error?: unknown; errors?: Record<string, string> };
    return { status, error: typeof error === 'string' && error !== '' ? error : undefined, errors };
  } catch {
    return { status };
  }
}

/** Posts a form; fetch cannot tell how much of it has left. No answer at all is status 0; a cancelled form rejects. */
export const sendForm: SendForm = (path, form, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(readAnswer(request)));
    request.addEventListener('error', () => resolve({ status: 0 }));
    request.addEventListener('abort', () => reject(new DOMException('The form was cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
