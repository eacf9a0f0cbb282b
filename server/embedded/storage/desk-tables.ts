import type { Generated } from 'kysely';
import type { Rating, VitalName } from '#shared/contracts/vitals.ts';

/** Sign-in links that were sent to staff. */
export interface DeskLinksTable {
  /** The SHA-256 of the token in the link. */
  hash: string;
  email: string;
  /** The unit is milliseconds since 1970. */
  created: number;
  used: number;
}

export interface DeskSessionsTable {
  /** The SHA-256 of the token in the cookie. */
  hash: string;
  email: string;
  /** The unit is milliseconds since 1970. */
  created: number;
}

/** Recent sign-in attempts, for the rate limit. */
export interface DeskAttemptsTable {
  id: Generated<number>;
  /** A hash of the e-mail address and the client, or of the client. */
  key: string;
  /** The unit is milliseconds since 1970. */
  at: number;
}

/**
 * The audit log of the desk. The table and its column `act` have the names of an earlier release, which may use them
 * while this one is started beside it.
 */
export interface AuditLogTable {
  id: Generated<number>;
  at: string;
  /** An e-mail address, or `command`. */
  who: string;
  act: string;
  /** The id of the changed record, never personal data. */
  subject: string;
}

/**
 * The number of views of a page on a day. No column identifies a visitor. The table has the name of an earlier release;
 * the code says page views.
 */
export interface VisitsTable {
  /** A date in the form 2026-03-01. */
  day: string;
  page: string;
  language: string;
  /** The host of the referring site; empty if there is none. */
  referrer: string;
  count: number;
}

/** The number of page views of a day with each rating of a web vital. */
export interface VitalsTable {
  /** A date in the form 2026-03-01. */
  day: string;
  name: VitalName;
  rating: Rating;
  count: number;
}
