import type { Response } from 'express';
import { languages, type Language } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { createText, type Values } from '#shared/text.ts';
import { unbindWords } from '#shared/typography.ts';
import type { TextStore } from '#server/texts.ts';
import { siteRequestOf } from './site-request.ts';

export type PlainKey = keyof Locales['plain'];

/** A line of plain text with its end, and the tag of its language for Content-Language. */
export interface PlainLine {
  line: string;
  tag: string;
}

export type PrintPlain = (language: Language, key: PlainKey, values?: Values) => PlainLine;
export type SendPlain = (res: Response, status: number, key: PlainKey, values?: Values) => void;

export function createPlainLines(texts: TextStore): PrintPlain {
  return (language, key, values) => {
    const text = createText({ plain: texts.area(language, 'plain') }, language, 'plain');
    return { line: `${unbindWords(text(key, values))}\n`, tag: languages[language].html };
  };
}

/**
 * Creates the function that responds with one line of plain text in the visitor's language, for responses without a
 * page.
 */
export function createPlainAnswers(print: PrintPlain): SendPlain {
  return (res, status, key, values) => {
    const { line, tag } = print(siteRequestOf(res).choice.language, key, values);
    res.status(status).set('Cache-Control', 'no-store').set('Content-Language', tag);
    res.type('text/plain').send(line);
  };
}
