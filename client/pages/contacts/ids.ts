import type { ContactField } from './contact-rules.ts';

/** The ids that the parts of the contact form refer to each other by. Links from elsewhere use `panelId` as well. */
export const panelId = 'contact-form';
export const fieldId = (name: ContactField) => `contact-${name}`;
