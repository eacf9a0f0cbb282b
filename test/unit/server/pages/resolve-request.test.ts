import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createResolveRequest } from '#server/pages/resolve-request.ts';

describe('the key of a page of a list', () => {
  it('is not remembered, because pages that exist now may not have been known at an earlier request', () => {
    let pages = Infinity;
    const resolve = createResolveRequest({
      endpoints: { find: () => null },
      normaliseQuery: (_page, search) => `?page=${Number(search.get('page')) <= pages ? search.get('page') : '-'}`,
    });
    const keyOf = (url: string) =>
      resolve({ url, headers: {} } as never, { language: 'en', fromAddress: false, changed: false })?.key;
    assert.match(keyOf('/news?page=999') ?? '', /page=999/);
    pages = 3;
    assert.match(keyOf('/news?page=999') ?? '', /page=-/);
  });
});

describe('the addresses that are remembered', () => {
  it('have no query, which may have any value', () => {
    const resolvedPaths: string[] = [];
    const resolve = createResolveRequest({
      endpoints: { find: () => null },
      normaliseQuery(page) {
        resolvedPaths.push(page.route.path);
        return '';
      },
    });
    for (const url of ['/about', '/about', '/team?email=a@b.example', '/team?email=a@b.example'])
      resolve({ url, headers: {} } as never, { language: 'en', fromAddress: false, changed: false });
    assert.deepEqual(resolvedPaths, ['/about', '/team', '/team']);
  });
});
