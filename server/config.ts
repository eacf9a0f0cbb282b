import { isLanguage, type Language } from '#shared/languages.ts';

export interface Config {
  port: number;
  host: string;
  /** The origin of canonical links and payment addresses; never taken from the Host header. */
  publicUrl: string;
  /** Null: the embedded backend is started. */
  backendUrl: string | null;
  backendToken: string | null;
  dataDir: string;
  defaultLanguage: Language;
  mapsApiKey: string | null;
  /** What Express calls `trust proxy`: false, or the number of proxies in front. */
  trustProxy: number | false;
  /** Empty: any Host is answered. */
  allowedHosts: string[];
  redisUrl: string | null;
  logLevel: string;
  metricsToken: string | null;
  metricsPort: number | null;
  pageCacheBytes: number;
  /** Uncached pages that are rendered at once; as many again may wait. */
  maxRenders: number;
  /** Opens POST /purge. */
  purgeToken: string | null;
  /** Open connections at once; more are dropped. */
  maxConnections: number;
  /** Posts a minute for one address; 0 turns the limit off. */
  rateLimit: number;
}

/** A variable that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Without a `value` where it is a secret, or may hold one: that stays out of the message. */
function refuse(name: string, wanted: string, value?: string): never {
  throw new ConfigError(`${name}${value === undefined ? '' : `="${value}"`} cannot be used: it must be ${wanted}.`);
}

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = env[name];
  if (!value) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    refuse(name, `a whole number from ${least} to ${most}`, value);
  return number;
}

function origin(env: Environment, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.username || url?.password || value.includes('@')) refuse(name, 'an address without a name and a password');
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    return refuse(name, 'an http or https address such as https://www.example.com', value);
  }
  if (url.pathname !== '/') refuse(name, 'an origin without a path', value);
  return url.origin;
}

function oneOf(env: Environment, name: string, fallback: string, allowed: string[]): string {
  const value = env[name] || fallback;
  return allowed.includes(value) ? value : refuse(name, `one of ${allowed.join(', ')}`, value);
}

function redis(env: Environment): string | null {
  const value = env['REDIS_URL'];
  if (!value) return null;
  return /^rediss?:\/\/\S+$/.test(value) && URL.canParse(value)
    ? value
    : refuse('REDIS_URL', 'an address such as redis://localhost:6379');
}

function header(env: Environment, name: string): string | null {
  const value = env[name];
  if (!value) return null;
  if (!/^[\x21-\x7e]+$/.test(value)) refuse(name, 'printable characters without spaces');
  return value;
}

function hosts(env: Environment, name: string): string[] {
  const names = (env[name] ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  for (const host of names)
    if (!/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/.test(host))
      refuse(name, 'names such as www.example.com, without scheme and port, between commas', host);
  return names;
}

/** Reads the environment once; throws a ConfigError for the first variable that cannot be used. */
export function readConfig(env: Environment): Config {
  const port = integer(env, 'PORT', 3000, 0, 65535);
  const language = oneOf(env, 'DEFAULT_LANGUAGE', 'en', ['en', 'ua']);
  const trusted = integer(env, 'TRUST_PROXY', 0, 0, 10);
  const metricsPort = integer(env, 'METRICS_PORT', 0, 0, 65535);
  return {
    port,
    host: env['HOST'] || '0.0.0.0',
    publicUrl: origin(env, 'PUBLIC_URL') ?? `http://localhost:${port}`,
    backendUrl: origin(env, 'BACKEND_URL'),
    backendToken: header(env, 'BACKEND_TOKEN'),
    dataDir: env['DATA_DIR'] || './data',
    defaultLanguage: isLanguage(language) ? language : 'en',
    mapsApiKey: header(env, 'MAPS_API_KEY'),
    trustProxy: trusted === 0 ? false : trusted,
    allowedHosts: hosts(env, 'ALLOWED_HOSTS'),
    redisUrl: redis(env),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', logLevels),
    metricsToken: header(env, 'METRICS_TOKEN'),
    metricsPort: metricsPort === 0 ? null : metricsPort,
    pageCacheBytes: integer(env, 'PAGE_CACHE_BYTES', 64 * 1024 * 1024, 0, 4 * 1024 ** 3),
    maxRenders: integer(env, 'MAX_RENDERS', 64, 1, 10_000),
    purgeToken: header(env, 'PURGE_TOKEN'),
    maxConnections: integer(env, 'MAX_CONNECTIONS', 10_000, 10, 1_000_000),
    rateLimit: integer(env, 'RATE_LIMIT', 20, 0, 100_000),
  };
}
