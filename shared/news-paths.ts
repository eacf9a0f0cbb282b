/** Paths behind /api/news/ that are not articles. */
const otherPaths = new Set(['featured', 'categories']);

/** Whether a slug can be a part of a path to an article: `..` or a slash would lead to another path of the backend. */
export function isArticleSlug(slug: string): boolean {
  return /^[\w-]{1,200}$/.test(slug) && !otherPaths.has(slug);
}

/** Whether an id can be a part of a path to the comments of an article, which `.` and `..` would lead out of. */
export function isNewsId(id: string): boolean {
  return /^(?!\.{1,2}$)[\w.:~-]{1,200}$/.test(id);
}
