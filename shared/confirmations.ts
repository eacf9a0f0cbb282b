/** The queries with which a form without JavaScript leads, once it was sent, to the page that confirms it. */
export const confirmations = {
  comment: { sent: 'comment' },
  /** A comment that waits until somebody approves it. */
  heldComment: { sent: 'held' },
  contact: { sent: 'contact' },
  trial: { trial: 'started' },
} as const;

/** Whether a query is that of a confirmation. */
export const isConfirmed = (search: URLSearchParams, name: keyof typeof confirmations): boolean =>
  Object.entries(confirmations[name]).every(([parameter, value]) => search.get(parameter) === value);
