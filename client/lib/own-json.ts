/**
 * Parses the JSON of a successful GET of this site. The cast is safe, because the server has checked the backend's
 * responses against the contract; a second check in the browser would add superstruct to the scripts of every page. An
 * error response may come from a proxy and have any body: post-answer.ts parses the bodies of error responses.
 */
export const parseOwnJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;
