/**
 * Whether the visitor has begun to leave the document since `time`, in milliseconds like `performance.now()`. Firefox
 * and WebKit then end all requests of the document, even if the next one takes seconds to come; so a failed
 * request does not mean that the site cannot be reached.
 */
export type HasLeftSince = (time: number) => boolean;

/** Begins to note when the visitor leaves this document: opens another one, goes back to one, or closes the tab. */
export function watchLeaving(): HasLeftSince {
  let leftAt = -Infinity;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });
  return (time) => leftAt >= time;
}
