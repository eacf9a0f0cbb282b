/**
 * Parses JSON whose shape is known because this site, its build or its backend has written it. The cast is safe only for
 * such JSON; everything else is checked against a contract, or member by member.
 */
export const parseUnchecked = <T>(json: string): T => JSON.parse(json) as T;
