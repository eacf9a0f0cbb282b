import { readFile } from 'node:fs/promises';
import { asset } from '#shared/asset.ts';
import { drawPicture } from './picture.ts';
import type { Scene } from './scenes.ts';

/** Finds the file behind an address that asset() gave. */
export type FileOf = (address: string) => string;

interface Painter {
  /** A link preview as SVG: what it will look like. */
  draw(headline: string, scene: Scene): Promise<string>;
  /** The same as PNG, 1200 × 630. */
  paint(drawing: string): Promise<Buffer>;
}

const font = asset('fonts/og/obrii-wide.ttf');
const logo = asset('logo/obrii-logo.svg');

/** Paints in threads of the renderer's own, so that nobody's page waits for a picture. */
export function createPainter(fileOf: FileOf): Painter {
  return {
    async draw(headline, scene) {
      const read = (address: string) => readFile(fileOf(address), 'utf8');
      const [logoFile, art] = await Promise.all([read(logo), scene.art ? read(scene.art) : undefined]);
      return drawPicture({ headline, scene, art, logo: logoFile });
    },
    async paint(drawing) {
      // Loaded with the first picture: the server starts without it.
      const {
        default: { renderAsync },
      } = await import('@resvg/resvg-js');
      const image = await renderAsync(drawing, {
        font: { fontFiles: [fileOf(font)], loadSystemFonts: false, defaultFontFamily: 'Obrii Wide' },
      });
      return image.asPng();
    },
  };
}
