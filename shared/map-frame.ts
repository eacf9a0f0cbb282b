/** The document that Google's map runs in; it exists where the operator has a key. */
export const mapFramePath = '/map';
