/**
 * The data of the company. These are sample data: the section 'Make it yours' of shared/README.md says what to replace.
 */
export const company = {
  name: 'Obrii',
  legalName: { en: 'Obrii LLC', ua: 'ТОВ «Обрій»' },
  address: {
    en: '1 Horyzontna Street, Kyiv 01001, Ukraine',
    ua: 'вул. Горизонтна, 1, Київ, 01001, Україна',
  },
  email: 'hello@obrii.example',
  careersEmail: 'careers@obrii.example',
  legalEmail: 'legal@obrii.example',
  social: 'https://www.linkedin.com/company/obrii-example',
  /** The office's zone. Server and browser print dates in it: two zones would make different HTML around midnight. */
  timeZone: 'Europe/Kyiv',
  /** The dates of the last changes of the user agreement and of the privacy policy. */
  legalUpdated: { terms: '2025-09-02', privacy: '2026-11-30' },
} as const;

/** Data that no script of a page needs, apart from `company` so that browsers do not load them. */
export const companyDetails = {
  domain: 'obrii.example',
  registration: '00000000',
  /** Licences, payments and refunds of GITL. */
  supportEmail: 'support@obrii.example',
  securityEmail: 'security@obrii.example',
  /** The date of the accessibility statement. */
  accessibilityPrepared: '2026-11-22',
} as const;
