/**
 * Upper limits of a comment, in characters: far above what readers write, and low enough that one comment cannot fill a
 * page.
 */
export const commentLimits = { author: 80, content: 4000 };

/** The status of the answer to a comment that waits until somebody approves it: no page shows it yet. */
export const heldStatus = 202;

/** The status of the answer to a comment while comments are closed. */
export const closedStatus = 403;

/** The message of a refused comment: a key under `comments` in locales/<language>/news.json. */
export function commentFailure(status: number): 'closed' | 'tooMany' | 'submitFailed' {
  if (status === closedStatus) return 'closed';
  return status === 429 ? 'tooMany' : 'submitFailed';
}
