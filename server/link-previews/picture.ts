import { company } from '#shared/company.ts';
import { rawXml, xml } from '#server/lib/xml.ts';
import type { Markup } from '#server/lib/html.ts';
import { fitText, drawable, lineHeight } from './fit-text.ts';
import type { Scene } from './scenes.ts';

// Social networks show previews in this size: 1200 by 630 pixels.
const width = 1200;
const height = 630;
/** The y of the line on which the headline and the picture stand: 62 percent of the height. */
const horizon = 390;
const margin = 64;
/** The position of the horizon in the picture of a page head, as a share of the height of the picture. */
const artHorizon = 0.5;

interface Drawing {
  headline: string;
  scene: Scene;
  /** The contents of the files of the engraving and the logo. */
  art?: string;
  logo: string;
}

const besideArt = { width: 600, height: 320, maxSize: 84, minSize: 46 };
const acrossThePicture = { width: width - 2 * margin, height: 330, maxSize: 64, minSize: 34 };

/** Places an SVG file in the drawing. */
function place(file: string, at: { x: number; y: number; width: number; height: number }): Markup {
  const { x, y } = at;
  const content = rawXml(file.replace(/^[^<]*<svg /, ''));
  return xml`<svg x="${x}" y="${y}" width="${at.width}" height="${at.height}" ${content}`;
}

/** The width of the sun's reflection on the ground, line by line. */
const ripples = [0.98, 0.86, 0.94, 0.72, 0.82, 0.58, 0.7, 0.44, 0.56, 0.32, 0.42, 0.24, 0.3, 0.14];

/** A half risen sun that consists of lines, and its reflection on the ground. */
function sunrise({ line }: Scene['sky'], centre: number, radius: number, left: number): Markup[] {
  const parts: Markup[] = [];
  for (let y = 14; y < horizon; y += 11) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (horizon - y) ** 2));
    parts.push(
      xml`<path fill="${line}" d="M${left} ${y}L${centre - half} ${y - 1.1}L${width} ${y - 1.1}v2.2L${centre - half} ${y + 1.1}z"/>`,
    );
    if (half > 0)
      parts.push(xml`<rect x="${centre - half}" y="${y - 4}" width="${half * 2}" height="8" rx="4" fill="#ff5a2b"/>`);
  }
  for (const [index, share] of ripples.entries()) {
    const y = horizon + 18 + index * 16;
    const half = radius * share;
    parts.push(xml`<rect x="${centre - half}" y="${y}" width="${half * 2}" height="5" rx="2.5" fill="#ff5a2b"/>`);
  }
  return parts;
}

/** Draws a link preview: the headline and the picture stand on one line, as in the head of a page. */
export function drawPicture({ headline, scene: { sky }, art, logo }: Drawing): string {
  const text = drawable(headline) || company.name;
  const beside = fitText(text, besideArt);
  // A headline that does not fit beside the picture takes the whole width, with only a sun below it.
  const fitsBeside = beside.lines.join(' ') === text && beside.size > besideArt.minSize;
  const { lines, size } = fitsBeside ? beside : fitText(text, acrossThePicture);
  const picture =
    art && fitsBeside
      ? place(art, { x: 420, y: horizon - artHorizon * 520, width: 780, height: 520 })
      : fitsBeside
        ? sunrise(sky, 930, 170, 490)
        : sunrise(sky, 1030, 90, 860);
  const first = horizon - 30 - (lines.length - 1) * size * lineHeight;
  const printed = lines.map(
    (line, index) => xml`<text x="${margin}" y="${first + index * size * lineHeight}">${line}</text>`,
  );
  return xml`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="${width}" height="${horizon}" fill="${sky.sky}"/>
<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${sky.ground}"/>
${picture}
<rect y="${horizon}" width="${width}" height="4" fill="${sky.line}"/>
<g font-family="Obrii Wide" font-weight="500" font-size="${size}" fill="${sky.text}">${printed}</g>
<g color="${sky.text}">${place(logo, { x: margin, y: 512, width: 222, height: 56 })}</g>
</svg>`.toString();
}
