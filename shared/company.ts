/**
 * The data of the company. These are sample data: the section 'Make it yours' of shared/README.md says what to replace.
 */
export const company = {
  name: 'Obrii',
  domain: 'obrii.example',
  legalName: { en: 'Obrii LLC', ua: 'ТОВ «Обрій»' },
  registration: '00000000',
  address: {
    en: '1 Horyzontna Street, Kyiv 01001, Ukraine',
    ua: 'вул. Горизонтна, 1, Київ, 01001, Україна',
  },
  postalAddress: {
    street: { en: '1 Horyzontna Street', ua: 'вул. Горизонтна, 1' },
    locality: { en: 'Kyiv', ua: 'Київ' },
    postalCode: '01001',
    country: 'UA',
  },
  email: 'hello@obrii.example',
  careersEmail: 'careers@obrii.example',
  legalEmail: 'legal@obrii.example',
  social: 'https://www.linkedin.com/company/obrii-example',
  office: { lat: 50.4501, lng: 30.5234 },
  /** The office's zone. Server and browser print dates in it: two zones would make different HTML around midnight. */
  timeZone: 'Europe/Kyiv',
  /** The dates of the last changes of the user agreement and of the privacy policy. */
  legalUpdated: { terms: '2025-09-02', privacy: '2026-11-22' },
  /** The date of the accessibility statement. */
  accessibilityPrepared: '2026-11-22',
} as const;

/** Addresses that no script of a page needs, apart from `company` so that browsers do not load them. */
export const mailboxes = {
  /** Licences, payments and refunds of GITL. */
  support: 'support@obrii.example',
  security: 'security@obrii.example',
} as const;

/** Values for the placeholders that any text may use. */
export function companyValues(language: 'en' | 'ua'): Record<string, string> {
  return {
    company: company.name,
    site: company.domain,
    email: company.email,
    registration: company.registration,
    address: company.address[language],
  };
}
