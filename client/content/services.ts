import { asset } from '#shared/asset.ts';

/** The services in the order of the home page; `sky` names the colours of the picture. */
export const services = [
  { id: 'custom', href: '/custom-software-development', sky: 'dawn', art: asset('art/service-custom-software.svg') },
  { id: 'ai', href: '/ai-automation', sky: 'morning', art: asset('art/service-ai-automation.svg') },
  { id: 'integration', href: '/api-systems-integration', sky: 'noon', art: asset('art/service-integration.svg') },
  { id: 'cloud', href: '/cloud-devops-platform-engineering', sky: 'rain', art: asset('art/service-cloud.svg') },
  { id: 'data', href: '/data-engineering', sky: 'dusk', art: asset('art/service-data.svg') },
  {
    id: 'security',
    href: '/cybersecurity-compliance-engineering',
    sky: 'night',
    art: asset('art/service-security.svg'),
  },
] as const;

/** Pages of services that the home page does not list; the names of their links are `services.items.<id>.title`. */
export const moreServices = [
  { id: 'ml', href: '/ml-integration' },
  { id: 'llm', href: '/llm-development' },
  { id: 'details', href: '/details' },
] as const;

export type ServiceId = (typeof services | typeof moreServices)[number]['id'];

/** The pages of services with these ids, in this order. */
export const servicesOf = (ids: readonly ServiceId[]) =>
  ids.flatMap((id) => [...services, ...moreServices].filter((service) => service.id === id));
