import type { PageMeta } from '#shared/head.ts';
import { site } from '#shared/site.ts';
import { asset } from '#shared/asset.ts';
import type { Visit } from '#client/visit.ts';

/** The page as schema.org sees it: one graph. */
export function structuredData(visit: Visit, _meta: PageMeta, origin: string): unknown {
  if (visit.status >= 400) return null;
  return {
    '@context': 'https://schema.org',
    '@graph': [{
      '@type': 'Organization',
      '@id': `${origin}/#organization`,
      name: site.company,
      url: origin,
      logo: { '@type': 'ImageObject', url: new URL(asset('social/logo-512.png'), origin).href, width: 512, height: 512 },
      email: site.email,
      sameAs: [site.social],
    }],
  };
}
