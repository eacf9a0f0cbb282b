import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ownPaths } from '#shared/own-paths.ts';
import { routes } from '#client/routes.ts';
import { createEndpoints, createPageForms } from '#server/endpoints.ts';
import { createEndpointTable, limitKinds, type Endpoint } from '#server/http/endpoint-table.ts';
import { createServices } from '#server/services.ts';
import { openAppOptions, serve } from '../support/serve.ts';

async function openTable(t: Parameters<typeof serve>[0]) {
  const config = {
    mapsApiKey: 'key',
    purgeToken: 'purge-token',
    metricsToken: 'metrics-token',
    deskEmails: ['marta@obrii.example'],
  };
  const site = createServices(await openAppOptions(t, { config }));
  return { rows: createEndpoints(site, () => true), forms: createPageForms(site) };
}

/** An address that a row answers. */
const addressOf = ({ path }: Endpoint) =>
  typeof path === 'string' ? path.replace(/:(\w+)/g, 'x').replace(/\/\*\??$/, '/x') : '/about.md';

describe('the table of endpoints', () => {
  it('answers each of its addresses by the row that names it', async (t) => {
    const { rows } = await openTable(t);
    const table = createEndpointTable(rows);
    for (const row of rows) {
      const found = table.find(addressOf(row));
      assert.ok(found?.rows.includes(row), `${row.method} ${String(row.path)}`);
    }
  });

  it('has a row for each path that the client calls', async (t) => {
    const { rows } = await openTable(t);
    const paths = new Set(rows.map(({ path }) => path));
    for (const path of Object.values(ownPaths)) assert.ok(paths.has(path), path);
  });

  it('names no address twice', async (t) => {
    const { rows } = await openTable(t);
    const names = rows.map(({ method, path }) => `${method} ${String(path)}`);
    assert.equal(new Set(names).size, names.length);
  });

  it('limits every post, by a kind that has a metric, and says how its body is read', async (t) => {
    const { rows, forms } = await openTable(t);
    for (const { method, path, limit, body } of rows) {
      if (method !== 'POST') continue;
      assert.ok(limit && limitKinds.includes(limit), `${String(path)} has no limit`);
      assert.ok(body, `${String(path)} has no body`);
    }
    for (const { limit, page } of forms) {
      assert.ok(limitKinds.includes(limit));
      assert.ok(routes.some(({ name }) => name === page));
    }
  });

  it('is the only way to a handler: the framework has no routes of its own, and no other file makes a router', () => {
    const root = join(import.meta.dirname, '../..');
    for (const file of globSync('server/**/*.{ts,tsx}', { cwd: root })) {
      // The embedded backend is another server.
      if (file.startsWith('server/embedded/') || file.startsWith('server/build/')) continue;
      const code = readFileSync(join(root, file), 'utf8');
      assert.doesNotMatch(code, /\bRouter\(|\b(app|router|framework)\.(get|post|put|all|route)\(\s*['"`/]/, file);
    }
  });

  it('decides 405, Allow and OPTIONS for each address', async (t) => {
    const { get } = await serve(t);
    for (const [path, allow] of [
      ['/api/news', 'GET, HEAD'],
      ['/api/news/1/comments', 'GET, HEAD, POST'],
      ['/api/contact', 'POST'],
      ['/reports/csp', 'POST'],
      ['/vitals', 'POST'],
      ['/sitemap.xml', 'GET, HEAD'],
      ['/contacts', 'GET, HEAD, POST'],
      ['/about', 'GET, HEAD'],
    ] as const) {
      const options = await get(path, { method: 'OPTIONS' });
      assert.equal(options.status, 204, path);
      assert.equal(options.headers.get('allow'), allow, path);
      const refused = await get(path, { method: 'DELETE' });
      assert.equal(refused.status, 405, path);
      assert.equal(refused.headers.get('allow'), allow, path);
    }
    assert.equal((await get('/nowhere', { method: 'OPTIONS' })).status, 404);
  });
});
