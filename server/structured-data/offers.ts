import type { Service, SoftwareApplication } from 'schema-dts';
import { bareTitle, pageUrl } from '#shared/head.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { plans } from '#shared/plans.ts';
import { createText } from '#shared/text.ts';
import { services } from '#client/content/services.ts';
import { organizationId } from './company.ts';
import type { PagePlace } from './page.ts';

/** The pages that describe a service: those of the services on the home page, and two more about the AI service. */
const servicePaths = new Set<string>([...services.map(({ href }) => href), '/ml-integration', '/llm-development']);

/** The service that a service page offers; null on any other page. */
export function service({ origin, visit, meta, url }: PagePlace): Service | null {
  if (!servicePaths.has(visit.path)) return null;
  const name = bareTitle(meta.title);
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name,
    serviceType: name,
    description: meta.description,
    url,
    provider: { '@id': organizationId(origin) },
    availableChannel: {
      '@type': 'ServiceChannel',
      serviceUrl: pageUrl(origin, '/contacts', visit.language),
      availableLanguage: languageNames.map((language) => languages[language].html),
    },
  };
}

/** GITL with every plan in both currencies; null on any other page. */
export function application({ origin, visit, meta, url }: PagePlace): SoftwareApplication | null {
  if (visit.route.name !== 'gitl') return null;
  const text = createText(visit.texts, visit.language, 'extension');
  const sold = plans.filter(({ available }) => available);
  const offers = sold.flatMap(({ id, name, price, priceUAH }) =>
    (
      [
        ['USD', price],
        ['UAH', priceUAH],
      ] as const
    ).map(([priceCurrency, amount]) => ({
      '@type': 'Offer' as const,
      '@id': `${url}#${id}-${priceCurrency.toLowerCase()}`,
      name: `GITL: ${text(name)}`,
      price: amount,
      priceCurrency,
      availability: 'https://schema.org/InStock' as const,
      url,
      seller: { '@id': organizationId(origin) },
    })),
  );
  return {
    '@type': 'SoftwareApplication',
    '@id': `${origin}/#gitl`,
    name: 'GITL',
    description: meta.description,
    applicationCategory: 'DeveloperApplication',
    url,
    inLanguage: languageNames.map((language) => languages[language].html),
    publisher: { '@id': organizationId(origin) },
    offers,
  };
}
