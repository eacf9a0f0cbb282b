/** The hidden field with which the page of a failed post without JavaScript identifies the next attempt. */
export const retryField = 'retry-key';
