import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backendPath, createMediaPath } from '#server/news/media-path.ts';

const mediaPath = createMediaPath('https://backend.example');

describe('a picture of the backend', () => {
  for (const [address, shown, asked] of [
    ['/media/news/helmet.svg', '/media/news/helmet.svg', '/media/news/helmet.svg'],
    ['https://backend.example/media/a.png?w=1&h=2', '/media/a.png?w=1&h=2', '/media/a.png?w=1&h=2'],
    ['https://backend.example/uploads/a.png?w=1', '/media/-/uploads/a.png?w=1', '/uploads/a.png?w=1'],
    ['//backend.example/a b.png', '/media/-/a%20b.png', '/a%20b.png'],
    [
      'uploads/ґанок.png',
      '/media/-/uploads/%D2%91%D0%B0%D0%BD%D0%BE%D0%BA.png',
      '/uploads/%D2%91%D0%B0%D0%BD%D0%BE%D0%BA.png',
    ],
    ['/media/-/a.png', '/media/-/media/-/a.png', '/media/-/a.png'],
    ['/mediathek/a.png', '/media/-/mediathek/a.png', '/mediathek/a.png'],
    ['/uploads/../b.png', '/media/-/b.png', '/b.png'],
  ] as const) {
    it(`is found again: ${address}`, () => {
      assert.equal(mediaPath(address), shown);
      const [path = '', query] = shown.split('?');
      assert.equal(backendPath(query === undefined ? path : `${path}?${query}`), asked);
    });
  }

  for (const address of [
    'https://elsewhere.example/a.png',
    'http://backend.example/a.png',
    'https://backend.example:444/a.png',
    'data:image/png;base64,AA',
    'javascript:alert(1)',
    'http://[bad',
    '/',
    '',
    '/api/news',
    '/API/news/1',
    '/.git/config',
    '/a/.hidden.png',
    '/a%2f..%2fapi',
    '/uploads//a.png',
  ]) {
    it(`is not: ${address || 'nothing'}`, () => assert.equal(mediaPath(address), null));
  }

  for (const path of [
    '/media',
    '/media/',
    '/media/-/',
    '/media/../api/news',
    '/media/-/../a.png',
    '/media/-/%2e%2e/a.png',
    '/media/a/%2E%2E%2fb',
    '/media/-/api/news',
    '/media/-//elsewhere.example/a.png',
    '/media/a\\b',
    '/media/a%5cb',
    '/media/a%00',
    '/media/a b',
    '/media/ґ',
    '/other/a.png',
  ]) {
    it(`is not asked for: ${path}`, () => assert.equal(backendPath(path), null));
  }

  it('is not requested with an invalid query', () => {
    assert.equal(backendPath('/media/a.png?a b'), null);
    assert.equal(backendPath('/media/a.png?a#b'), null);
  });
});
