/** Upper limits of a comment, in characters: far above what readers write, and low enough that one comment cannot fill a page. */
export const commentLimits = { author: 80, content: 4000 };

/** The status of the answer to a comment that waits until somebody approves it: no page shows it yet. */
export const heldStatus = 202;
