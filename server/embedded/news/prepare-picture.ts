import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { pictureBytes } from '#shared/contracts/desk.ts';
import { messageOf } from '../lib/error-facts.ts';
import type { Row } from '../storage/tables.ts';
import { cropSizes } from './picture-address.ts';

/** The limits of an upload. Photographs of telephones have 12 to 50 million pixels. */
export const pictureLimits = { bytes: pictureBytes, pixels: 60_000_000, minWidth: 900, minHeight: 400 };

const maxMasterWidth = 2400;

/** Decoding a photograph takes much less time than this timeout, in seconds. */
const maxSeconds = 20;

/** The reasons for rejecting a file. They are the keys of `news.pictureErrors` in locales/<language>/desk.json. */
type PictureFileProblem = 'type' | 'large' | 'small' | 'broken';

/** `gone`: the picture of an earlier attempt was deleted, because the form was sent more than a day later. */
export type PictureProblem = PictureFileProblem | 'gone';

/** The file is not a picture that can be shown. */
export class PictureError extends Error {
  override name = 'PictureError';
  readonly problem: PictureFileProblem;

  constructor(problem: PictureFileProblem) {
    super(`the picture is refused: ${problem}`);
    this.problem = problem;
  }
}

export type PreparedPicture = Omit<Row<'news_pictures'>, 'created'>;

/** Checks the first bytes of a file instead of its name: RFC 2083, ITU-T T.81 and RFC 9649. */
function isPicture(bytes: Buffer): boolean {
  const isPng = bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'));
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isPng || isJpeg || isWebp;
}

/**
 * The library is native and large, so it is loaded with the first upload, and only with the decoders of three formats.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Png', 'Jpeg', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`),
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const oneAtATime = pLimit(1);

type Metadata = Awaited<ReturnType<Sharp['metadata']>>;

/** Whether nothing follows the picture: the header of a WebP file (RIFF) has the number of bytes after its first eight. */
const endsWithPicture = (bytes: Buffer) => bytes.readUInt32LE(4) + 8 === bytes.length;

/** Whether a picture can be stored without conversion, so that an exported picture has the same id after an import. */
function isMaster(bytes: Buffer, { format, width, exif, xmp, icc, iptc, pages }: Metadata): boolean {
  if (format !== 'webp' || width > maxMasterWidth || !endsWithPicture(bytes)) return false;
  return !exif && !xmp && !icc && !iptc && !(pages && pages > 1);
}

async function prepare(bytes: Buffer): Promise<PreparedPicture> {
  const sharp = await loadSharp();
  const open = () =>
    sharp(bytes, { limitInputPixels: pictureLimits.pixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: maxSeconds })
      // The picture is rotated according to its metadata. Metadata, such as the location, is not copied.
      .autoOrient();
  const found = await open().metadata();
  const { width, height } = found.autoOrient;
  if (width * height > pictureLimits.pixels) throw new PictureError('large');
  if (width < pictureLimits.minWidth || height < pictureLimits.minHeight) throw new PictureError('small');
  const cutOut = async ({ width: wanted, height: high }: { width: number; height: number }) => {
    // A small picture is not enlarged.
    const scale = Math.min(1, width / wanted, height / high);
    const size = { width: Math.round(wanted * scale), height: Math.round(high * scale) };
    return open()
      .resize({ ...size, fit: 'cover', position: 'attention' })
      .webp({ quality: 80 })
      .toBuffer();
  };
  const [card, wide] = [await cutOut(cropSizes.card), await cutOut(cropSizes.wide)];
  const master = isMaster(bytes, found)
    ? bytes
    : await open().resize({ width: maxMasterWidth, withoutEnlargement: true }).webp({ quality: 88 }).toBuffer();
  const id = hash('sha256', master).slice(0, 32);
  return { id, master, wide, card };
}

/**
 * Converts an uploaded PNG, JPEG or WebP to the widths that the site uses, as WebP without metadata. The type is
 * detected from the content, not from the name. One picture is decoded at a time. Throws a PictureError.
 */
export async function preparePicture(bytes: Buffer): Promise<PreparedPicture> {
  if (bytes.length > pictureLimits.bytes) throw new PictureError('large');
  if (!isPicture(bytes)) throw new PictureError('type');
  return oneAtATime(async () => {
    try {
      return await prepare(bytes);
    } catch (error) {
      if (error instanceof PictureError) throw error;
      const message = messageOf(error);
      if (/Could not load the "sharp" module/.test(message)) throw error;
      throw new PictureError(/pixel limit/i.test(message) ? 'large' : 'broken');
    }
  });
}
