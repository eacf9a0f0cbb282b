/** The page to which the backend redirects everybody who has not signed in. */
export const signInPath = '/desk/sign-in';

/** How long a session, and its cookie, are valid, in seconds. */
export const sessionSeconds = 12 * 3600;

/** The size limit of a picture, in bytes. */
export const pictureBytes = 10 * 1024 * 1024;

/** The maximum size of a file that the desk sends, in bytes. */
export const deskFileBytes = 100 * 1024 * 1024;

/**
 * The JSON with which the backend answers a call of the desk: a page, a redirect, or an article to preview. A file
 * is sent without JSON around it. server/embedded/desk/README.md describes all answers.
 */
export interface DeskAnswer {
  /** The title of a page, or of the page around a preview. */
  title?: string;
  /** The HTML of a page, or of the note below a preview. */
  body?: string;
  /** The path of a redirect. */
  to?: string;
  /** The token of a new session; null ends the session. */
  session?: string | null;
  /** The slugs of articles whose cached pages the site purges, or all pages. */
  changed?: string[] | 'all';
  /** An article as a NewsItem, which the site checks before it renders it. */
  preview?: unknown;
}
