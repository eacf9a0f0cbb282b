/** The hidden field with which the page of a failed post without JavaScript identifies the next attempt. */
export const retryField = 'retry-key';

/** The honeypot's name in the page: a word that browsers and password managers have no value for. */
export const honeypotField = 'hx7_reserved';
