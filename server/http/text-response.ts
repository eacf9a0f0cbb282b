import type { Response } from 'express';
import { languages, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import type { Values } from '#shared/text.ts';
import { unbindWords } from '#shared/unbind-words.ts';
import { areaText, type TextStore } from '#server/lib/texts.ts';
import { siteRequestOf } from './request-context.ts';
import { retryAfter } from './retry-after.ts';

type TextKey = keyof Locales['plain'];

/** A line of plain text with its end, and the tag of its language for Content-Language. */
interface TextLine {
  line: string;
  tag: string;
}

export type SendText = (res: Response, status: number, key: TextKey, values?: Values) => void;
export type SendMissing = (res: Response, status: 404 | 502 | 503 | 504) => void;

/** The responses without a page: one line of plain text in the visitor's language. */
interface TextResponses {
  /** Returns a line, for a response that is sent before its request is resolved. */
  printText(language: Language, key: TextKey, values?: Values): TextLine;
  sendText: SendText;
  /** Sends a code to a call, and a line of text to any other request. `errors` are the codes of fields. */
  sendError(res: Response, status: number, key: TextKey, errors?: Record<string, string>): void;
  /** Sends that something does not exist (404), or that the backend failed and could not confirm that. */
  sendMissing: SendMissing;
}

/** Creates the responses of one line, in the language of their request. */
export function createTextResponses(texts: TextStore): TextResponses {
  function printText(language: Language, key: TextKey, values?: Values): TextLine {
    const text = areaText(texts, language, 'plain');
    return { line: `${unbindWords(text(key, values))}\n`, tag: languages[language].html };
  }

  const sendText: SendText = (res, status, key, values) => {
    const { line, tag } = printText(siteRequestOf(res).choice.language, key, values);
    res.status(status).set('Cache-Control', 'no-store').set('Content-Language', tag);
    res.type('text/plain').send(line);
  };

  const sendError: TextResponses['sendError'] = (res, status, key, errors) => {
    if (siteRequestOf(res).errorFormat === 'text') return sendText(res, status, key);
    res.status(status).set('Cache-Control', 'no-store').json({ error: key, errors });
  };

  return {
    printText,
    sendText,
    sendError,
    sendMissing(res, status) {
      if (status === 503) res.set('Retry-After', retryAfter.backend);
      sendError(res, status, status === 404 ? 'notFound' : 'unavailable');
    },
  };
}
