/** The crops of an uploaded picture that the site shows: for cards, and for the top of an article. */
export type PictureCut = 'card' | 'wide';

/** The sizes are in pixels. They are twice the displayed size, for high-density screens. */
export const cutSizes: Record<PictureCut, { width: number; height: number }> = {
  card: { width: 900, height: 600 },
  wide: { width: 1800, height: 800 },
};

/** The path under which the backend serves uploaded pictures. */
export const picturesPath = '/media/pictures';

export const pictureAddress = (id: string, cut: PictureCut): string => `${picturesPath}/${id}-${cut}.webp`;

const filePattern = /^([\da-f]{32})-(card|wide)\.webp$/;

/** Parses a file name into a picture id and a crop; returns null for any other name. */
export function readPictureFile(name: string): { id: string; cut: PictureCut } | null {
  const [, id, cut] = filePattern.exec(name) ?? [];
  return id && cut ? { id, cut: cut as PictureCut } : null;
}

const readAddress = (address: string) =>
  address.startsWith(`${picturesPath}/`) ? readPictureFile(address.slice(picturesPath.length + 1)) : null;

/** Returns the id in the address of an uploaded picture, or null for any other address. */
export const pictureIdOf = (address: string): string | null => readAddress(address)?.id ?? null;

/** Returns the ids of the uploaded pictures in a Markdown or HTML text, without duplicates. */
export const pictureIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/media\/pictures\/([\da-f]{32})-(?:card|wide)\.webp/g)].map(([, id = '']) => id)),
];

/** Returns the crop in the address of an uploaded picture, or null for any other address. */
export const pictureCutOf = (address: string): PictureCut | null => readAddress(address)?.cut ?? null;
