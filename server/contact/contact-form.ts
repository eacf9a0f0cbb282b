import { Router, type Request, type Response } from 'express';
import { contactFailure } from '#shared/contact-failure.ts';
import { minFillMs } from '#shared/contact-limits.ts';
import { pageStatus } from '#server/backend/failures.ts';
import type { BackendAnswer } from '#server/backend/client.ts';
import { readMultipart, type MultipartForm } from '#server/http/body/multipart.ts';
import { RequestError } from '#server/http/body/request-error.ts';
import { contactFormLimits, readContactFields } from './contact-fields.ts';
import type { PostContact } from './post-contact.ts';
import type { Pages } from '#server/pages/pages.ts';

const shownAgain = ['topic', 'firstName', 'lastName', 'email', 'message', 'privacyTerms'];

function valuesOf(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(shownAgain.map((name) => [name, fields[name] ?? '']));
}

/** Errors of what the visitor cannot see are errors of the form; a file has to be chosen again, browsers do not keep it. */
function errorsOf(
  { honeypot, timestamp, ...errors }: Record<string, string>,
  hadFile: boolean,
): Record<string, string> {
  if (honeypot) return { ...errors, form: 'submissionError' };
  if (timestamp) return { ...errors, form: 'tooFastError' };
  return hadFile ? { attachment: 'attachAgain', ...errors } : errors;
}

function failureOf(
  { status, body }: BackendAnswer,
  hadFile: boolean,
): { errors: Record<string, string>; message?: string } {
  const error = (body as { error?: unknown } | undefined)?.error;
  const failure = contactFailure({ status, error: typeof error === 'string' ? error : undefined });
  const again: Record<string, string> = hadFile ? { attachment: 'attachAgain' } : {};
  if ('text' in failure) return { errors: { form: 'failed', ...again }, message: failure.text };
  return { errors: { form: failure.key, ...again } };
}

interface Tools {
  pages: Pages;
  postContact: PostContact;
}

/** The contact form without JavaScript: 303 to a page that says so, or the page again with what was typed. */
export function contactForm({ pages, postContact }: Tools): Router {
  const router = Router();

  async function submit(req: Request, res: Response, { fields, upload }: MultipartForm): Promise<void> {
    const { values, topic } = readContactFields(fields);
    // A cached page cannot know when it was opened: without JavaScript the 3000 ms rule has nothing to measure.
    const timestamp = values['timestamp'] ?? Date.now() - minFillMs;
    const outcome = await postContact({ values: { ...values, timestamp }, topic: topic ?? 'general', upload });
    const again = { values: valuesOf(fields) };
    if (outcome.errors) {
      await pages.answer(req, res, {
        form: { ...again, errors: errorsOf(outcome.errors, upload !== null) },
        status: 422,
      });
      return;
    }
    const { answer } = outcome;
    if (answer.status !== 200) {
      await pages.answer(req, res, {
        form: { ...again, ...failureOf(answer, upload !== null) },
        status: pageStatus(answer.status),
      });
      return;
    }
    res.redirect(303, '/contacts?sent=contact#contact-sent');
  }

  router.post('/contacts', async (req, res) => {
    if (!req.is('multipart/form-data')) {
      res.status(415).type('text/plain').send('Unsupported media type\n');
      return;
    }
    try {
      const form = await readMultipart(req, { ...contactFormLimits, patient: true });
      await using _content = form.upload?.content;
      await submit(req, res, form);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const { errors } =
        error.key === 'fileSize'
          ? { errors: { attachment: error.key } }
          : failureOf({ status: error.status, body: { error: error.key } }, false);
      await pages.answer(req, res, { form: { values: valuesOf(error.fields), errors }, status: error.status });
    }
  });

  return router;
}
