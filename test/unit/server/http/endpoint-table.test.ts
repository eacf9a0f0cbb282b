import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEndpointTable, findDuplicateRows, type Endpoint } from '#server/http/endpoint-table.ts';

const row = (name: string, method: Endpoint['method'], path: string): Endpoint => ({
  name,
  method,
  path,
  cache: 'no-store',
  handler: () => undefined,
});

describe('two rows with the same method and path', () => {
  it('are named', () => {
    assert.deepEqual(findDuplicateRows([row('probe', 'GET', '/healthz'), row('health', 'GET', '/healthz')]), [
      'server/endpoints.ts: the rows probe and health have the same address GET /healthz',
    ]);
  });

  it('are found when they differ in case or in the name of a parameter', () => {
    assert.equal(findDuplicateRows([row('a', 'GET', '/news/:id'), row('b', 'GET', '/News/:slug')]).length, 1);
  });

  it('are not confused with rows of other methods or paths', () => {
    const rows = [
      row('a', 'GET', '/news/:id'),
      row('b', 'POST', '/news/:id'),
      row('c', 'GET', '/news/:id/comments'),
      row('d', 'GET', '/news/*?'),
      row('e', 'ANY', '/news/*?'),
    ];
    assert.deepEqual(findDuplicateRows(rows), []);
    assert.equal(createEndpointTable(rows).find('/news/7')?.rows.length, 2);
  });

  it('are refused as a table', () => {
    const rows = [row('a', 'GET', '/a'), row('b', 'GET', '/a')];
    assert.throws(() => createEndpointTable(rows), /a and b have the same address GET \/a/);
  });
});
