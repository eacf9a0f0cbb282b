import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import {
  PictureError,
  pictureLimits,
  preparePicture,
  type PictureProblem,
} from '#server/embedded/news/prepare-picture.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#cc5522' } });

const refuses = (bytes: Buffer, problem: PictureProblem) =>
  assert.rejects(preparePicture(bytes), (error) => error instanceof PictureError && error.problem === problem);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Returns a small PNG of one colour with so many pixels that decoding it would exhaust the memory. */
function bomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

describe('an uploaded picture', () => {
  it('becomes WebP in the widths of the site', async () => {
    for (const bytes of [
      await picture(2000, 1500).png().toBuffer(),
      await picture(2000, 1500).jpeg().toBuffer(),
      await picture(2000, 1500).webp().toBuffer(),
    ]) {
      const { id, card, wide, master } = await preparePicture(bytes);
      assert.match(id, /^[\da-f]{32}$/);
      const sizes = [];
      for (const one of [card, wide, master]) {
        const { format, width, height } = await sharp(one).metadata();
        sizes.push(`${format} ${width}x${height}`);
      }
      assert.deepEqual(sizes, ['webp 1200x800', 'webp 1800x800', 'webp 2000x1500']);
    }
  });

  it('that is small is cropped and not enlarged', async () => {
    const { card, wide } = await preparePicture(await picture(960, 540).png().toBuffer());
    const sizes = [];
    for (const one of [card, wide]) {
      const { width, height } = await sharp(one).metadata();
      sizes.push([width, height]);
    }
    assert.deepEqual(sizes, [
      [810, 540],
      [960, 427],
    ]);
  });

  it('loses its metadata, and is rotated upright', async () => {
    const bytes = await picture(1000, 2000)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Olha' }, IFD3: { GPSLatitude: '50/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const before = await sharp(bytes).metadata();
    assert.ok(before.exif && before.orientation === 6);
    const { card, wide, master } = await preparePicture(bytes);
    for (const one of [card, wide, master]) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(one).metadata();
      assert.deepEqual(
        [exif, xmp, icc, iptc, orientation],
        Array.from({ length: 5 }, () => undefined),
      );
      assert.doesNotMatch(Buffer.from(one).toString('latin1'), /Olha|GPS|Exif/);
    }
    const { width, height } = await sharp(master).metadata();
    assert.deepEqual([width, height], [2000, 1000]);
  });

  it('keeps its id when it is imported as it was exported', async () => {
    const first = await preparePicture(await picture(3000, 2000).jpeg().toBuffer());
    const second = await preparePicture(Buffer.from(first.master));
    assert.equal(second.id, first.id);
    assert.deepEqual(second.card, first.card);
  });

  it('loses what follows it in its file', async () => {
    const webp = await picture(2000, 1000).webp().toBuffer();
    const { master } = await preparePicture(Buffer.concat([webp, Buffer.from('<script>alert(1)</script>')]));
    assert.ok(!Buffer.from(master).includes('<script>'));
  });

  it('is refused by its content, not by its name', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><script>alert(1)</script></svg>';
    for (const text of [svg, `<?xml version="1.0"?>${svg}`, '<!doctype html><p>', '%PDF-1.7', 'GIF89a', ''])
      await refuses(Buffer.from(text), 'type');
    await refuses(await picture(2000, 2000).tiff().toBuffer(), 'type');
    await refuses(await picture(2000, 2000).gif().toBuffer(), 'type');
  });

  it('is refused when it is broken, too small, or has too many bytes', async () => {
    const whole = await picture(2000, 1500).jpeg().toBuffer();
    await refuses(whole.subarray(0, whole.length / 2), 'broken');
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    await refuses(Buffer.concat([signature, Buffer.from(svgInside)]), 'broken');
    await refuses(await picture(899, 800).png().toBuffer(), 'small');
    await refuses(Buffer.concat([whole, Buffer.alloc(pictureLimits.bytes)]), 'large');
  });

  it('is refused before it is decoded when it has too many pixels', async () => {
    const bytes = bomb(20_000);
    assert.ok(bytes.length < 100_000, 'it is a small file');
    const before = process.memoryUsage().rss;
    await refuses(bytes, 'large');
    assert.ok(process.memoryUsage().rss - before < 50_000_000);
  });
});

const svgInside = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"/>';
