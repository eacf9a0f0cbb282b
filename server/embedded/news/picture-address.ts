import { addressOf } from '#shared/address.ts';

/** The crops of an uploaded picture that the site shows: for cards and heads of articles, and in the text of articles. */
export type PictureCrop = 'card' | 'wide';

/** In pixels. They are at least 1.4 times the size in the largest windows, for high-density screens. */
export const cropSizes: Record<PictureCrop, { width: number; height: number }> = {
  card: { width: 1200, height: 800 },
  wide: { width: 1800, height: 800 },
};

/** The path under which the backend serves uploaded pictures. */
export const picturesPath = '/media/pictures';

const fileOf = (id: string, crop: PictureCrop) => `${id}-${crop}.webp`;

export const pictureAddress = (id: string, crop: PictureCrop): string =>
  addressOf(`${picturesPath}/:file`, { file: fileOf(id, crop) });

/** Returns the address at the desk, where staff see a picture before visitors may see it. */
export const deskPictureAddress = (id: string, crop: PictureCrop): string =>
  addressOf('/desk/news/pictures/:file', { file: fileOf(id, crop) });

const filePattern = /^([\da-f]{32})-(card|wide)\.webp$/;

/** Parses a file name into a picture id and a crop; returns null for any other name. */
export function parsePictureFile(name: string): { id: string; crop: PictureCrop } | null {
  const [, id, crop] = filePattern.exec(name) ?? [];
  return id && (crop === 'card' || crop === 'wide') ? { id, crop } : null;
}

const parseAddress = (address: string) =>
  address.startsWith(`${picturesPath}/`) ? parsePictureFile(address.slice(picturesPath.length + 1)) : null;

/** Returns the id in the address of an uploaded picture, or null for any other address. */
export const pictureIdOf = (address: string): string | null => parseAddress(address)?.id ?? null;

/** Returns the ids of the uploaded pictures in a Markdown or HTML text, without duplicates. */
export const pictureIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/media\/pictures\/([\da-f]{32})-(?:card|wide)\.webp/g)].map(([, id = '']) => id)),
];

/** Returns the crop in the address of an uploaded picture, or null for any other address. */
export const pictureCropOf = (address: string): PictureCrop | null => parseAddress(address)?.crop ?? null;
