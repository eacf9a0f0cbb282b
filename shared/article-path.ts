import { addressOf, type Address } from './address.ts';

/** The address of an article's page. */
export const articlePath = ({ slug }: { slug: string }): Address<'/news/:slug'> => addressOf('/news/:slug', { slug });
