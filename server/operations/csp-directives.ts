/** The directives that a report may name. */
export const cspDirectives = [
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'require-trusted-types-for',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'trusted-types',
  'worker-src',
] as const;
export type CspDirective = (typeof cspDirectives)[number];

export const isDirective = (name: string): name is CspDirective => cspDirectives.some((known) => known === name);
