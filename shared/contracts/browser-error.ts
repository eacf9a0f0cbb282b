import { enums, object, optional, pattern, size, string, type Infer } from 'superstruct';

/**
 * `uncaught`: no code caught the error; `caught`: the page shows an error panel, loads a document, or leaves a part as
 * the server has printed it; `recoverable`: React rendered again and succeeded; `chunk`: a script, a stylesheet or the
 * end of the document did not load.
 */
export const browserErrorKinds = ['uncaught', 'caught', 'recoverable', 'chunk'] as const;
export type BrowserErrorKind = (typeof browserErrorKinds)[number];

/** An error in a browser, as JSON to /reports/errors. It has no message: a message may quote what a visitor typed. */
export const BrowserError = object({
  kind: enums(browserErrorKinds),
  /** The name of the page's row in the route table. */
  route: size(string(), 1, 60),
  /** The class of the error, such as TypeError. */
  name: pattern(string(), /^[\w.$]{1,60}$/),
  /** Path, line and column in one of the site's own scripts. */
  at: optional(pattern(string(), /^[\w./:-]{1,200}$/)),
});
export type BrowserError = Infer<typeof BrowserError>;
