/** spec.md, section 5 asks for text after trimming; the upper limits keep one comment from being a book. */
export const commentLimits = { author: 80, content: 4000 };
