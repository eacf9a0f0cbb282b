import { htmlToText } from '#shared/plain-text.ts';

export interface Question {
  question: string;
  answer: string;
}

/** Slugs of the two articles that have structured data for questions and answers. */
const articlesWithQuestions = new Set(['smart-protective-equipment', 'wearable-safety-roi']);

/**
 * Reads questions from the sanitised HTML of an article: each heading that ends in a question mark, and its paragraphs.
 */
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
