import { keysOf } from './keys-of.ts';

/**
 * The queries with which a form without JavaScript leads, once it was sent, to the page that confirms it. The route of
 * that page must list the parameter in `personal`, because the confirmation is for one visitor and must not be cached.
 */
export const confirmations = {
  comment: { sent: 'comment' },
  /** A comment that waits until somebody approves it. */
  heldComment: { sent: 'held' },
  contact: { sent: 'contact' },
  trial: { trial: 'started' },
} as const;

/** The parameters of these queries, without values: they remove a confirmation from an address. */
export const noConfirmation = { sent: [], trial: [] };

export type Confirmation = keyof typeof confirmations;

/** Whether a query is that of a confirmation. */
export const isConfirmed = (search: URLSearchParams, name: Confirmation): boolean =>
  Object.entries(confirmations[name]).every(([parameter, value]) => search.get(parameter) === value);

/** The confirmation that a query asks for; undefined for any other query. */
export const findConfirmation = (search: URLSearchParams): Confirmation | undefined =>
  keysOf(confirmations).find((name) => isConfirmed(search, name));
