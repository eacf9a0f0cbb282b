/** The cuts of an uploaded picture that the site shows: for cards, and for the top of an article. */
export type PictureCut = 'card' | 'wide';

/** In pixels: what the pages show, at twice their size on the page where the picture has as many. */
export const cutSizes: Record<PictureCut, { width: number; height: number }> = {
  card: { width: 900, height: 600 },
  wide: { width: 1800, height: 800 },
};

/** Where the backend serves uploaded pictures. */
export const picturesPath = '/media/pictures';

export const pictureAddress = (id: string, cut: PictureCut): string => `${picturesPath}/${id}-${cut}.webp`;

const filePattern = /^([\da-f]{32})-(card|wide)\.webp$/;

/** The picture and the cut that the name of a file means; null for any other name. */
export function readPictureFile(name: string): { id: string; cut: PictureCut } | null {
  const [, id, cut] = filePattern.exec(name) ?? [];
  return id && cut ? { id, cut: cut as PictureCut } : null;
}

const readAddress = (address: string) =>
  address.startsWith(`${picturesPath}/`) ? readPictureFile(address.slice(picturesPath.length + 1)) : null;

/** The id in the address of an uploaded picture; null for any other address. */
export const pictureIdOf = (address: string): string | null => readAddress(address)?.id ?? null;

/** The ids of the uploaded pictures that a text of Markdown or HTML shows, each once. */
export const pictureIdsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/media\/pictures\/([\da-f]{32})-(?:card|wide)\.webp/g)].map(([, id = '']) => id)),
];

/** The cut that the address of an uploaded picture means; null for any other address. */
export const pictureCutOf = (address: string): PictureCut | null => readAddress(address)?.cut ?? null;
