import type { Site } from '../../stores/site.ts';
import type { ContactStore } from './contact-store.ts';

/**
 * The newest contact form of each tab; empty on the server. A visitor who leaves the contacts page and returns while a
 * message is being sent gets the same form again: the result of sending must not change a new form. This is a separate
 * file, so that the estimate does not load the code of the form.
 */
export const newestForms = new WeakMap<Site, ContactStore>();
