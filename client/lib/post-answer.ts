import type { PostAnswer } from '#shared/api.ts';
import { propertyOf } from '#shared/property-of.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

/** Returns the errors in the body of a response. Its shape is unknown, because it may be that of a proxy. */
export function parseErrors(body: unknown): Pick<PostAnswer, 'error' | 'errors'> {
  const [error, errors] = [propertyOf(body, 'error'), propertyOf(body, 'errors')];
  return { error: isText(error) && error ? error : undefined, errors: isTexts(errors) ? errors : undefined };
}

/** Whether an answer is a success. It may still not have the body that was expected. */
export const isSuccess = ({ status }: PostAnswer): boolean => status >= 200 && status < 300;
