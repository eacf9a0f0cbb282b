import type { Site } from '../../stores/site.ts';
import type { ContactStore } from './contact-store.ts';

/**
 * The form of the contacts page that was shown last in a tab; on the server there is none. A visitor who returns while a
 * message is being sent gets the same form, so that its result cannot change another form.
 */
export const newestForms = new WeakMap<Site, ContactStore>();
