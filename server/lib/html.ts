/** Text of one syntax, HTML or XML; the template tag of the same syntax prints it without escaping. */
export interface Markup {
  readonly syntax: symbol;
  toString(): string;
}

/**
 * The values that a template prints: null, undefined and booleans print nothing; the values of an array are printed one
 * after another.
 */
export type Printable = Markup | string | number | boolean | null | undefined | readonly Printable[];

type MarkupTag = (template: TemplateStringsArray, ...values: Printable[]) => Markup;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Creates a template tag that escapes its values, for the content of elements and for quoted attributes (not for names,
 * unquoted attributes, scripts or styles), and a function that marks a string as safe. Markup of another syntax is
 * escaped like text. `clean` removes characters that the syntax forbids even in escaped form.
 */
export function createMarkup(
  name: string,
  clean: (text: string) => string,
): { tag: MarkupTag; raw: (text: string) => Markup } {
  // JSON cannot contain a symbol, so data from outside can never pass as markup.
  const syntax = Symbol(name);
  const raw = (text: string): Markup => ({ syntax, toString: () => text });

  function print(value: Printable): string {
    if (value === null || value === undefined || typeof value === 'boolean') return '';
    if (typeof value === 'object' && !('syntax' in value)) return value.map(print).join('');
    if (typeof value === 'object' && value.syntax === syntax) return value.toString();
    return clean(String(value)).replace(/[&<>"']/g, (character) => entities[character] ?? character);
  }

  const tag: MarkupTag = (template, ...values) =>
    raw(template.reduce((printed, text, index) => printed + print(values[index - 1]) + text));
  return { tag, raw };
}

/** `html` is the template tag for HTML: html`<p class="${name}">${text}</p>`; `raw` marks a string as finished HTML. */
export const { tag: html, raw } = createMarkup('html', (text) => text.toWellFormed());
