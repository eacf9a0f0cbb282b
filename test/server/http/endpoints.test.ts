import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import express, { type Express } from 'express';
import { ownPaths } from '#shared/own-paths.ts';
import { findRoute, routes } from '#client/routes.ts';
import { createEndpointTables } from '#server/endpoints.ts';
import { createHandlers, createPageForms } from '#server/handlers.ts';
import { postKinds, type Endpoint, type EndpointTable } from '#server/http/endpoint-table.ts';
import { createAppServices } from '#server/app-services.ts';
import { filledArea } from '../../support/locales.ts';
import { openAppOptions, serve } from '../../support/serve.ts';

/** Every endpoint is turned on; no page is stored, so that no response of the page cache hides another one. */
const config = {
  mapsApiKey: 'key',
  purgeToken: 'purge-token',
  metricsToken: 'metrics-token',
  monobankToken: 'monobank-token',
  deskEmails: ['marta@obrii.example'],
  pageCacheBytes: 0,
};

async function openTable(t: TestContext) {
  const site = createAppServices(await openAppOptions(t, { config }));
  const table = createEndpointTables(
    createHandlers(site, () => true),
    site,
  ).site;
  return { table, forms: createPageForms(site) };
}

/** An address that a row matches. */
const addressOf = ({ path }: Endpoint) =>
  typeof path === 'string' ? path.replace(/:(\w+)/g, 'x').replace(/\/\*\??$/, '/x') : '/about.md';

const root = join(import.meta.dirname, '../../..');

/** The sources of the site's own server; the embedded backend, the build and the development server are others. */
const sources = globSync('server/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/^server\/(embedded|build|dev)/.test(file),
);

/** Every literal in the code that could be compared with a path, as an address. */
function literalPaths(): Set<string> {
  const found = sources.flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])(\/[\w.:*?~/-]*)\1/g),
  ]);
  return new Set(found.map(([, , path = '']) => path.replace(/:(\w+)/g, 'x').replace(/[*?]/g, '')));
}

const isInTable = (table: EndpointTable, path: string) => table.find(path) !== null || findRoute(path) !== null;

describe('the table of endpoints', () => {
  it('finds the row of each of its addresses', async (t) => {
    const { table } = await openTable(t);
    for (const row of table.rows) {
      const found = table.find(addressOf(row));
      assert.ok(found?.rows.includes(row), `${row.method} ${String(row.path)}`);
    }
  });

  it('has a row for each path that the client calls', async (t) => {
    const { table } = await openTable(t);
    const paths = new Set(table.rows.map(({ path }) => path));
    for (const path of Object.values(ownPaths)) assert.ok(paths.has(path), path);
  });

  it('limits every post, by a kind that has a metric, and defines how its body is read', async (t) => {
    const { table, forms } = await openTable(t);
    for (const { method, path, rateLimit, body } of table.rows) {
      if (method !== 'POST') continue;
      assert.ok(rateLimit && postKinds.includes(rateLimit), `${String(path)} has no limit`);
      assert.ok(body, `${String(path)} has no body`);
    }
    for (const { rateLimit, page } of forms) {
      assert.ok(postKinds.includes(rateLimit));
      assert.ok(routes.some(({ name }) => name === page));
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

describe('a handler that is not in the table', () => {
  it('does not use layers of Express: there is one app, with the layers of endpoints, pages and errors', async (t) => {
    const apps: Express[] = [];
    const init = express.application.init as (this: Express) => void;
    t.mock.method(express.application, 'init', function (this: Express) {
      apps.push(this);
      init.call(this);
    });
    await serve(t, { config });
    assert.equal(apps.length, 1);
    const layers = apps[0]?.router.stack ?? [];
    assert.deepEqual(
      layers.map(({ handle, route }) => [handle.length, route]),
      [
        [3, undefined],
        [2, undefined],
        [4, undefined],
      ],
    );
  });

  it('has no address: each literal in the code that is no row and no page is a 404', async (t) => {
    const { table } = await openTable(t);
    const { get } = await serve(t, { config });
    const literals = [...literalPaths()];
    assert.ok(literals.includes('/api/news') && literals.length > 40, `${literals.length} literals`);
    const paths = literals.filter((path) => !isInTable(table, path));
    const { text } = filledArea('en', 'not-found');
    for (const path of [...paths, '/nowhere', '/nowhere/else.txt']) {
      for (const method of ['GET', 'POST', 'PUT']) {
        const response = await get(path, { method });
        assert.equal(response.status, 404, `${method} ${path}`);
        assert.ok((await response.text()).includes(text), `${method} ${path} is the 404 page`);
      }
    }
  });

  it('is not in the files that assemble the server: none of them sends a response', () => {
    const files = sources.filter((file) => /^server\/[\w-]+\.tsx?$/.test(file));
    assert.ok(files.includes('server/app.ts'));
    for (const file of files)
      assert.doesNotMatch(
        readFileSync(join(root, file), 'utf8'),
        /\.(end|send|json|redirect|writeHead|sendFile|pipe)\(/,
        file,
      );
  });
});
