import type { Organization, WebSite } from 'schema-dts';
import { asset } from '#shared/asset.ts';
import { pageUrl } from '#shared/head.ts';
import { languageNames, languages, type Language } from '#shared/languages.ts';
import { company, companyDetails } from '#shared/company.ts';
import { office } from '#shared/office.ts';

export const organizationId = (origin: string) => `${origin}/#organization`;
export const websiteId = (origin: string) => `${origin}/#website`;

const spoken = languageNames.map((name) => languages[name].html);

/** The company that runs the site. */
export function organization(origin: string, language: Language): Organization {
  const { street, locality, postalCode, country } = office.postalAddress;
  const contact = (contactType: string, email: string) =>
    ({ '@type': 'ContactPoint', contactType, email, availableLanguage: spoken }) as const;
  return {
    '@type': 'Organization',
    '@id': organizationId(origin),
    name: company.name,
    legalName: company.legalName[language],
    url: pageUrl(origin, '/'),
    logo: {
      '@type': 'ImageObject',
      '@id': `${origin}/#logo`,
      url: new URL(asset('social/logo-512.png'), origin).href,
      contentUrl: new URL(asset('social/logo-512.png'), origin).href,
      caption: company.name,
    },
    email: company.email,
    identifier: { '@type': 'PropertyValue', propertyID: 'EDRPOU', value: companyDetails.registration },
    address: {
      '@type': 'PostalAddress',
      streetAddress: street[language],
      addressLocality: locality[language],
      postalCode,
      addressCountry: country,
    },
    contactPoint: [
      contact('sales', company.email),
      contact('careers', company.careersEmail),
      contact('legal', company.legalEmail),
    ],
    sameAs: [company.social],
  };
}

export function website(origin: string): WebSite {
  return {
    '@type': 'WebSite',
    '@id': websiteId(origin),
    name: company.name,
    url: pageUrl(origin, '/'),
    inLanguage: spoken,
    publisher: { '@id': organizationId(origin) },
  };
}
