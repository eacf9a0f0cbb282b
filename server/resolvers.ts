import type { IncomingMessage } from 'node:http';
import { isForDeskHost } from './desk/desk-host.ts';
import { createDeskHostEndpoints, createEndpoints } from './endpoints.ts';
import { createEndpointTable, type Endpoint } from './http/endpoint-table.ts';
import { createRequestResolver, type RequestResolver } from './pages/site-request.ts';
import type { Services } from './services.ts';

/** What finds the answer to a request: under DESK_HOST the desk alone, under every other name all the rest. */
export function createResolvers(site: Services, isReady: () => boolean): (request: IncomingMessage) => RequestResolver {
  const open = (endpoints: Endpoint[]) => createRequestResolver({ ...site, endpoints: createEndpointTable(endpoints) });
  const everything = open(createEndpoints(site, isReady));
  if (site.config.deskHost === null) return () => everything;
  const desk = open(createDeskHostEndpoints(site, isReady));
  return (request) => (isForDeskHost(request, site.config) ? desk : everything);
}
