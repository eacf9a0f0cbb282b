import { createFormCache } from '../../forms/form-cache.ts';
import type { ContactStore } from './contact-store.ts';

/** In a file of its own, so that the estimate does not load the code of the form. */
export const contactForms = createFormCache<ContactStore>();
/** A tab has one contact form. */
export const contactFormKey = '';
