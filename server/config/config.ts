import { languageNames } from '#shared/languages.ts';
import { checkPayments } from './payment-mode.ts';
import { backendVariables } from './backend-variables.ts';
import { ConfigError } from './config-error.ts';
import { checkDeskHost } from './desk-origin.ts';
import {
  integer,
  oneOf,
  optional,
  parseHosts,
  parseOrigin,
  parseRedisUrl,
  parseOwnToken,
  parseToken,
  text,
  type Variable,
} from './values.ts';

type Environment = Record<string, string | undefined>;

const hstsModes = ['preload', 'host', 'off'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Every variable that the site reads, by its name in Config. */
export const variables = {
  port: {
    name: 'PORT',
    fallback: '3000',
    parse: integer(0, 65535),
    description: 'The port that the site listens on.',
  },
  host: {
    name: 'HOST',
    fallback: '0.0.0.0',
    parse: text,
    description: 'The network address that the site listens on.',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: 'http://localhost:3000',
    parse: parseOrigin,
    description:
      'The public origin of the site, used in canonical links, the sitemap and payment addresses; it is never taken from a request. An `https:` origin also turns on HSTS (see `HSTS`), `Secure` cookies and the redirect from http to https. Without it: `http://localhost:` and the value of `PORT`.',
  },
  hsts: {
    name: 'HSTS',
    fallback: 'preload',
    parse: oneOf(hstsModes),
    description:
      'For how long and where browsers refuse plain http, if the origin is `https:`. `preload`: two years, with subdomains and preload; be sure that all of them use https. `host`: two years, for this host alone. `off`: not at all.',
  },
  ...backendVariables,
  defaultLanguage: {
    name: 'DEFAULT_LANGUAGE',
    fallback: 'en',
    parse: oneOf(languageNames),
    description:
      '`en` or `ua`: the language of visitors whose browser asks for neither. Ukrainian law 2704-VIII, article 27, asks businesses registered in Ukraine for `ua`.',
  },
  mapsApiKey: {
    name: 'MAPS_API_KEY',
    fallback: '',
    parse: optional(parseToken),
    description:
      'A key for Google Maps. With it the contact page shows the map of Google, in a frame with its own content security policy, instead of OpenStreetMap.',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: '0',
    parse: integer(0, 10),
    description:
      'The number of proxies in front of the site. `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are used only if it is above 0, and only what the nearest proxies wrote.',
  },
  allowedHosts: {
    name: 'ALLOWED_HOSTS',
    fallback: '',
    parse: parseHosts,
    description:
      'Host names that are answered besides those of `PUBLIC_URL` and `DESK_HOST`, separated by commas; any other host gets 421. Empty: every host is answered. `/healthz`, `/readyz` and `/metrics` are answered under any name.',
  },
  rateLimit: {
    name: 'RATE_LIMIT',
    fallback: '20',
    parse: integer(0, 100_000),
    description:
      'Requests per minute from one address: for each kind of post, for reads of unknown names, and for pages that are rendered for one visitor (such as `/gitl?id=…`). The limit is never below 30 for reports of browsers, 60 for these reads, 120 for these pages and for posts at the desk, and 600 for webhooks and purges. `0` turns all limits off, except those of reports, webhooks and purges.',
  },
  redisUrl: {
    name: 'REDIS_URL',
    fallback: '',
    parse: optional(parseRedisUrl),
    description:
      'Redis, by which several copies count posts together and tell each other of changes. While Redis does not answer, every copy counts its own posts and logs that once.',
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    fallback: '10000',
    parse: integer(10, 1_000_000),
    description: 'Open connections at the same time; more are closed at once.',
  },
  maxRenders: {
    name: 'MAX_RENDERS',
    fallback: '64',
    parse: integer(1, 10_000),
    description:
      'Pages that are rendered at the same time; four times as many are streamed, half of them to one client. More get 503 with `Retry-After`. Cached pages do not count.',
  },
  pageCacheBytes: {
    name: 'PAGE_CACHE_BYTES',
    fallback: '33554432',
    parse: integer(0, 4 * 1024 ** 3),
    description: 'Memory for cached pages in bytes; `0` turns the page cache off.',
  },
  purgeToken: {
    name: 'PURGE_TOKEN',
    fallback: '',
    parse: optional(parseOwnToken),
    description:
      'Turns on `POST /purge`, which removes cached pages and news; required as `Authorization: Bearer …`, at least 16 characters. Without it `/purge` does not exist.',
  },
  metricsPort: {
    name: 'METRICS_PORT',
    fallback: '',
    parse: optional(integer(0, 65535)),
    description: 'A second port that serves only `/metrics`. Do not make this port public.',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    fallback: '',
    parse: optional(parseOwnToken),
    description:
      'Required as `Authorization: Bearer …` for `/metrics`, at least 16 characters. Without `METRICS_PORT` it also turns on `/metrics` on the main port.',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    parse: oneOf(logLevels),
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
} satisfies Record<string, Variable<unknown>>;

type Variables = typeof variables;
type Values = { [Key in keyof Variables]: ReturnType<Variables[Key]['parse']> };

/** The values of the variables; the table above describes each of them. */
export interface Config extends Omit<Values, 'trustProxy'> {
  /** The setting `trust proxy` of Express: false, or the number of proxies in front. */
  trustProxy: number | false;
}

/** Variables that have an effect only together with others. */
const dependentVariables = [
  ['MAIL_URL', 'MAIL_FROM', 'MAIL_TO'],
  ['NOTIFY_URL', 'NOTIFY_SECRET'],
  ['DESK_HOST', 'DESK_EMAILS'],
] as const;

/**
 * Reads the environment once; throws a ConfigError for the first variable that cannot be used. An empty variable is not
 * set.
 */
export function readConfig(env: Environment): Config {
  for (const [name, ...needed] of dependentVariables)
    for (const other of needed)
      if (env[name] && !env[other]) throw new ConfigError(`${name} is set without ${other}, which it needs.`);
  const { publicUrl, ...others } = variables;
  // Each member has the type that its own `parse` returns; Object.fromEntries has one type for all members.
  const values = Object.fromEntries(
    Object.entries(others).map(([key, { name, fallback, parse }]) => [key, parse(env[name] || fallback, name)]),
  ) as Omit<Values, 'publicUrl'>;
  const config: Config = {
    ...values,
    publicUrl: env['PUBLIC_URL']
      ? publicUrl.parse(env['PUBLIC_URL'], publicUrl.name)
      : `http://localhost:${values.port}`,
    trustProxy: values.trustProxy === 0 ? false : values.trustProxy,
    metricsPort: values.metricsPort || null,
  };
  checkPayments(config);
  checkDeskHost(config);
  return config;
}
