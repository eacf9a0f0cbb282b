import { htmlToText } from './plain-text.ts';

export interface Question {
  question: string;
  answer: string;
}

/** spec.md, section 7: the two articles that are question-and-answer pages. */
const articlesWithQuestions = new Set(['smart-protective-equipment', 'wearable-safety-roi']);

/** Reads an article's questions from its sanitised HTML: a heading that asks, and the paragraphs behind it. */
export function readQuestions(slug: string, html: string): Question[] {
  if (!articlesWithQuestions.has(slug)) return [];
  return html.split(/(?=<h[2-4]>)/).flatMap((part) => {
    const [, heading = '', rest = ''] = /^<h[2-4]>(.*?)<\/h[2-4]>(.*)$/s.exec(part) ?? [];
    const question = htmlToText(heading);
    const paragraphs = [...rest.matchAll(/<p>(.*?)<\/p>/gs)].map(([, words = '']) => htmlToText(words));
    const answer = paragraphs.filter(Boolean).join('\n');
    return question.endsWith('?') && answer ? [{ question, answer }] : [];
  });
}
