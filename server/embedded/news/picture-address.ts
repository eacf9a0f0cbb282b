/** The cuts of an uploaded picture that the site shows: for cards, and for the top of an article. */
export type PictureCut = 'card' | 'wide';

/** Where the backend serves uploaded pictures. */
export const picturesPath = '/media/pictures';

export const pictureAddress = (id: string, cut: PictureCut): string => `${picturesPath}/${id}-${cut}.webp`;

const filePattern = /^([\da-f]{32})-(card|wide)\.webp$/;

/** The picture and the cut that the name of a file means; null for any other name. */
export function readPictureFile(name: string): { id: string; cut: PictureCut } | null {
  const [, id, cut] = filePattern.exec(name) ?? [];
  return id && cut ? { id, cut: cut as PictureCut } : null;
}

/** The id in the address of an uploaded picture; null for any other address. */
export function pictureIdOf(address: string): string | null {
  if (!address.startsWith(`${picturesPath}/`)) return null;
  return readPictureFile(address.slice(picturesPath.length + 1))?.id ?? null;
}
