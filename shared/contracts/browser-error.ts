import { enums, object, optional, pattern, size, string, type Infer } from 'superstruct';

/** An uncaught error, one that React has recovered from, and a chunk of code that could not be loaded. */
export const browserErrorKinds = ['uncaught', 'recoverable', 'chunk'] as const;

/** What a browser reports of an error: nothing that a visitor has typed, so no message. */
export const BrowserError = object({
  kind: enums(browserErrorKinds),
  /** The page's name in the route table. */
  route: size(string(), 1, 60),
  /** The class of the error. */
  name: pattern(string(), /^[\w.-]{1,60}$/),
  /** Our own file, line and column. */
  at: optional(pattern(string(), /^[\w./@-]{1,180}(:\d{1,7}){0,2}$/)),
});
export type BrowserError = Infer<typeof BrowserError>;
