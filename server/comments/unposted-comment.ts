import { articlePath } from '#shared/article-path.ts';
import { commentLimits } from '#shared/comment-limits.ts';
import { retryField } from '#shared/hidden-fields.ts';
import type { Locales } from '#shared/locales.ts';
import type { Text } from '#shared/text.ts';
import { html, type Markup } from '#server/lib/html.ts';
import { printAlert } from '#server/pages/scriptless-page.ts';

interface UnpostedComment {
  slug: string;
  author: string;
  content: string;
  /** The key of the earlier attempts; undefined in the first one. */
  retryKey: string | undefined;
}

/** A page without the article, with the text of the visitor in a form that posts it again. */
export function printUnpostedComment(
  text: Text<Locales['news']>,
  { slug, author, content, retryKey }: UnpostedComment,
): Markup {
  // HTML parsers remove a line end at the start of a textarea, so an extra line end is printed before the content.
  return html`<section class="section broken"><div class="shell stack">
<h1 class="t-1">${text('comments.title')}</h1>
${printAlert(text('comments.submitFailed'))}
<form class="form" method="post" action="${articlePath({ slug })}#comment-form">
<div class="field"><label for="author">${text('comments.author')}</label>
<input class="field__input" id="author" name="author" value="${author}" maxlength="${commentLimits.author}" autocomplete="name" required></div>
<div class="field"><label for="content">${text('comments.content')}</label>
<textarea class="field__input" id="content" name="content" maxlength="${commentLimits.content}" required>
${content}</textarea></div>
${retryKey && html`<input type="hidden" name="${retryField}" value="${retryKey}">`}
<div class="form__foot"><button class="button">${text('comments.submit')}</button></div>
</form></div></section>`;
}
