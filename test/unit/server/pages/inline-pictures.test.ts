import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createInlinePictures } from '#server/pages/inline-pictures.ts';

async function folderWith(t: TestContext, name: string, content: string | Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'inline-pictures-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return { folder, inline: createInlinePictures((address) => join(folder, address)) };
}

describe('a picture that is printed into a page', () => {
  it('is an address without characters that HTML, srcset or the address itself would end at', async (t) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text fill='#fff'>50 % & "лінія" 🌅\n{x}|\\^\`</text></svg>`;
    const { inline } = await folderWith(t, 'a.svg', svg);
    const address = inline('a.svg');
    assert.match(address, /^data:image\/svg\+xml,[\w!$()*+,./:;=?@~%-]+$/);
    assert.equal(await (await fetch(address)).text(), svg);
  });

  it('keeps the bytes of other formats', async (t) => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { inline } = await folderWith(t, 'a.avif', bytes);
    const response = await fetch(inline('a.avif'));
    assert.equal(response.headers.get('content-type'), 'image/avif');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  });

  it('is read once, and must exist', async (t) => {
    const { folder, inline } = await folderWith(t, 'a.svg', '<svg/>');
    const address = inline('a.svg');
    await writeFile(join(folder, 'a.svg'), '<svg></svg>');
    assert.equal(inline('a.svg'), address);
    assert.throws(() => inline('b.svg'), /ENOENT/);
  });
});
