/**
 * Reads the JSON of a response of this site. The cast is safe, because the server has checked the backend's responses
 * against the contract; a second check in the browser would add superstruct to the scripts of every page.
 */
export const readOwnJson = async <T>(response: Response): Promise<T> => (await response.json()) as T;
