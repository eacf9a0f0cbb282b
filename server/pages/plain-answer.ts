import type { Response } from 'express';
import { languages } from '#shared/languages.ts';
import type { Locales } from '#shared/locales.ts';
import { createText, type Values } from '#shared/text.ts';
import { unbindWords } from '#shared/typography.ts';
import type { TextStore } from '#server/texts.ts';
import { siteRequestOf } from './site-request.ts';

export type PlainKey = keyof Locales['plain'];
export type SendPlain = (res: Response, status: number, key: PlainKey, values?: Values) => void;

/** Answers in one line of plain text, in the visitor's language, where no page can be shown. */
export function createPlainAnswers(texts: TextStore): SendPlain {
  return (res, status, key, values) => {
    const { language } = siteRequestOf(res).choice;
    const text = createText({ plain: texts.area(language, 'plain') }, language, 'plain');
    res.status(status).set('Cache-Control', 'no-store').set('Content-Language', languages[language].html);
    res.type('text/plain').send(`${unbindWords(text(key, values))}\n`);
  };
}
