import type { Config } from '#server/config/config.ts';
import { isForDeskHost } from '#server/http/desk-host.ts';
import type { EndpointTable } from '#server/http/endpoint-table.ts';
import type { NormaliseQuery } from './known-query.ts';
import { createResolveRequest, type ResolveRequest } from './resolve-request.ts';

interface Options {
  config: Pick<Config, 'deskHost'>;
  normaliseQuery: NormaliseQuery;
  /** The endpoints of the site, and those of DESK_HOST. */
  tables: { site: EndpointTable; desk: EndpointTable };
}

/** Resolves requests by the endpoints of the host that they are for. */
export function createResolveByHost({ config, normaliseQuery, tables }: Options): ResolveRequest {
  const resolve = createResolveRequest({ normaliseQuery, endpoints: tables.site });
  if (config.deskHost === null) return resolve;
  const resolveDesk = createResolveRequest({ normaliseQuery, endpoints: tables.desk });
  return (request, choice) =>
    isForDeskHost(request, config) ? resolveDesk(request, choice) : resolve(request, choice);
}
