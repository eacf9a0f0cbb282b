import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createInlinePictures } from '#server/pages/inline-pictures.ts';
import { temporaryFolder } from '../../../support/process.ts';

const imageOf = (src: string, address: string) => `<img src="${src}" data-address="${address}" alt=""/>`;

/** Writes files into a folder that holds both the built files and the pictures of the news. */
async function folderWith(t: TestContext, files: Record<string, string | Buffer>) {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'assets/art'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const pictures = createInlinePictures({ clientDir: folder, picturesDir: folder });
  /** Returns the `src` of a picture in the finished page. */
  function inline(address: string): string {
    const src = pictures.placeholderOf(address);
    return pictures.findPlaceholders(imageOf(src, address))[0]?.bytes.toString() ?? src;
  }
  return { folder, ...pictures, inline };
}

describe('a picture that is printed into a page', () => {
  it('replaces the placeholder of a picture, in src and in srcset, and no other', async (t) => {
    const { findPlaceholders, placeholderOf } = await folderWith(t, {
      'assets/a.svg': '<svg/>',
      'assets/b.svg': '<svg></svg>',
    });
    const html = [
      `<source srcSet="${placeholderOf('/assets/b.svg')}" data-address="/assets/b.svg" type="a">`,
      imageOf(placeholderOf('/assets/a.svg'), '/assets/a.svg'),
      '<img src="/assets/a.svg" alt=""><a href="data:,/assets/a.svg" data-address="/assets/b.svg">',
    ].join('');
    assert.deepEqual(
      findPlaceholders(html).map(({ start, end, bytes }) => [html.slice(start, end), bytes.toString()]),
      [
        ['data:,/assets/b.svg', 'data:image/svg+xml,%3csvg%3e%3c/svg%3e'],
        ['data:,/assets/a.svg', 'data:image/svg+xml,%3csvg/%3e'],
      ],
    );
  });

  it('may be in a folder of the assets', async (t) => {
    const { inline } = await folderWith(t, { 'assets/art/head-a.0123.svg': '<svg/>' });
    assert.equal(inline('/assets/art/head-a.0123.svg'), 'data:image/svg+xml,%3csvg/%3e');
  });

  it('is an address without characters that HTML, srcset or the address itself would end at', async (t) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text fill='#fff'>50 % & "лінія" 🌅\n{x}|\\^\`</text></svg>`;
    const { inline } = await folderWith(t, { 'assets/a.svg': svg });
    const address = inline('/assets/a.svg');
    assert.match(address, /^data:image\/svg\+xml,[\w!$()*+,./:;=?@~%-]+$/);
    assert.equal(await (await fetch(address)).text(), svg);
  });

  it('has commas between the numbers of a path, and all other spaces', async (t) => {
    const svg = '<svg viewBox="0 0 9 9"><path fill="red" d="M1 2l.5-3 4 .5 0 26z M 1 2"/><text>1 2</text></svg>';
    const { inline } = await folderWith(t, { 'assets/a.svg': svg });
    assert.equal(
      await (await fetch(inline('/assets/a.svg'))).text(),
      '<svg viewBox="0 0 9 9"><path fill="red" d="M1,2l.5-3,4,.5,0,26z M 1,2"/><text>1 2</text></svg>',
    );
  });

  it('keeps the bytes of other formats', async (t) => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { inline } = await folderWith(t, { 'assets/a.avif': bytes });
    const response = await fetch(inline('/assets/a.avif'));
    assert.equal(response.headers.get('content-type'), 'image/avif');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  });

  it('is read once', async (t) => {
    const { folder, inline } = await folderWith(t, { 'assets/a.svg': '<svg/>' });
    const address = inline('/assets/a.svg');
    assert.match(address, /^data:image/);
    await writeFile(join(folder, 'assets/a.svg'), '<svg></svg>');
    assert.equal(inline('/assets/a.svg'), address);
  });

  it('of the news comes from the folder of the embedded backend, never from another one', async (t) => {
    const { folder, inline } = await folderWith(t, {
      'watch.svg': '<svg/>',
      'secret.txt': 'secret',
      'assets/a.svg': '<svg/>',
    });
    assert.equal(inline('/media/news/watch.svg'), 'data:image/svg+xml,%3csvg/%3e');
    const hosted = createInlinePictures({ clientDir: folder, picturesDir: null });
    assert.equal(hosted.placeholderOf('/media/news/watch.svg'), '/media/news/watch.svg');
    for (const address of [
      '/media/news/none.svg',
      '/media/news/../secret.txt',
      '/media/news/secret.txt',
      '/media/-/secret.txt',
      '/assets/../secret.txt',
      '/secret.txt',
      'https://example.com/media/news/watch.svg',
      '',
    ])
      assert.equal(inline(address), address);
  });
});
