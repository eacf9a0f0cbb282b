import type { Response } from 'express';
import { languages, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { createText, type Values } from '#shared/text.ts';
import { unbindWords } from '#shared/typography.ts';
import type { TextStore } from '#server/texts.ts';
import { siteRequestOf } from './site-request.ts';

type TextKey = keyof Locales['plain'];

/** A line of plain text with its end, and the tag of its language for Content-Language. */
interface TextLine {
  line: string;
  tag: string;
}

type PrintText = (language: Language, key: TextKey, values?: Values) => TextLine;
export type SendText = (res: Response, status: number, key: TextKey, values?: Values) => void;
/** `errors` are the codes of fields; a line of text does not contain them. */
type SendError = (res: Response, status: number, key: TextKey, errors?: Record<string, string>) => void;

export function createPrintText(texts: TextStore): PrintText {
  return (language, key, values) => {
    const text = createText({ plain: texts.area(language, 'plain') }, language, 'plain');
    return { line: `${unbindWords(text(key, values))}\n`, tag: languages[language].html };
  };
}

/**
 * Creates the function that responds with one line of plain text in the visitor's language, for responses without a
 * page.
 */
export function createSendText(print: PrintText): SendText {
  return (res, status, key, values) => {
    const { line, tag } = print(siteRequestOf(res).choice.language, key, values);
    res.status(status).set('Cache-Control', 'no-store').set('Content-Language', tag);
    res.type('text/plain').send(line);
  };
}

/** Creates the function that responds with an error: a code to a call, a line of text to any other request. */
export function createSendError(sendText: SendText): SendError {
  return (res, status, key, errors) => {
    if (siteRequestOf(res).errorFormat === 'text') return sendText(res, status, key);
    res.status(status).set('Cache-Control', 'no-store').json({ error: key, errors });
  };
}
