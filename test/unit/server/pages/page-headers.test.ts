import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSecurityHeaders } from '#server/http/security-headers.ts';
import { bodyOf, createPageCache, toCompletePage } from '#server/pages/page-cache.ts';
import { createPageHeaders } from '#server/pages/page-headers.ts';
import { describeVariant } from '#server/pages/page-key.ts';

it('the header lines for every variant and encoding of a page are not longer than the page cache counts', () => {
  const config = { publicUrl: 'https://www.example.com', hsts: 'preload', mapsApiKey: 'a-key' } as const;
  const security = createSecurityHeaders(config, '@font-face{}');
  const headers = createPageHeaders(config, { stylesheet: '/assets/main-47DEQpj8.css' }, security);
  const styleSource = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  const page = toCompletePage({ status: 200, html: Buffer.from('<p>A page</p>'), styleSource });
  for (const [fromAddress, changed] of [
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    const choice = { language: 'ua', fromAddress, changed } as const;
    const variant = describeVariant(choice, true);
    for (const encoding of ['zstd', 'br', 'gzip', 'identity', 'none'] as const)
      headers.complete({ choice, key: 'a', variant }, page, encoding);
  }
  const made = [...page.headers.values()].flatMap((byEncoding) => Object.values(byEncoding));
  assert.equal(made.length, 15);
  const cache = createPageCache(1_000_000);
  cache.write('a', page);
  const characters = made.flat().join('').length;
  assert.ok(characters <= cache.bytes - 3 * bodyOf(page, 'zstd').length, `${characters} characters`);
});
