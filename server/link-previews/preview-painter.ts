import { readFile } from 'node:fs/promises';
import { asset } from '#shared/asset.ts';
import { drawPicture } from './picture.ts';
import type { Scene } from './scenes.ts';

/** Returns the file of an address that asset() has returned. */
export type FileOf = (address: string) => string;

interface PreviewPainter {
  /** Draws a link preview as SVG. */
  draw(headline: string, scene: Scene): Promise<string>;
  /** Converts a drawing to PNG, 1200 × 630. */
  paint(drawing: string): Promise<Buffer>;
}

const font = asset('fonts/og/obrii-wide.ttf');
const logo = asset('logo/obrii-logo.svg');

/** Creates a painter that paints in the renderer's own threads, so that requests for pages do not wait for pictures. */
export function createPreviewPainter(fileOf: FileOf): PreviewPainter {
  return {
    async draw(headline, scene) {
      const read = (address: string) => readFile(fileOf(address), 'utf8');
      const [logoFile, art] = await Promise.all([read(logo), scene.art ? read(scene.art) : undefined]);
      return drawPicture({ headline, scene, art, logo: logoFile });
    },
    async paint(drawing) {
      // Loaded for the first picture, so that it does not slow down the start.
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
