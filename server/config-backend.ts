import { optional, parseDatabaseUrl, parseOrigin, parseToken, text, type Variable } from './config-values.ts';

/** The variables of the backend that comes with the site, and of the way to another one. */
export const backendVariables = {
  backendUrl: {
    name: 'BACKEND_URL',
    fallback: '',
    parse: optional(parseOrigin),
    description:
      'The origin of the hosted backend. Without it the embedded backend answers, with its data in `DATA_DIR`.',
  },
  backendToken: {
    name: 'BACKEND_TOKEN',
    fallback: '',
    parse: optional(parseToken),
    description: 'Sent to the backend as `x-token` when a trial is started.',
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    parse: text,
    description:
      'The folder of the SQLite database of the embedded backend (`/data` in the image). Not used with `BACKEND_URL` or `DATABASE_URL`.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    parse: optional(parseDatabaseUrl),
    description:
      'A PostgreSQL database, such as `postgres://user:password@host:5432/site?sslmode=verify-full`, in which the embedded backend keeps everything instead of SQLite. Several copies may use one.',
  },
} satisfies Record<string, Variable<unknown>>;
