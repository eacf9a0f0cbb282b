/** The key of the contact form's draft in the session storage. */
export const draftKey = 'contact-draft';
