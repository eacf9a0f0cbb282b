import { parseEngraving } from './lines.ts';
import { movingParts } from './moving-parts.ts';
import { createPainter } from './painter.ts';
import { touchSeconds, type Touch } from './rings.ts';

/** 25 frames a second are enough for slow movement. */
const frameMs = 30;
/** A moving pointer adds one touch per interval, so at most four rings are visible at once. */
const touchEveryMs = 400;
/** The sun of a page that is scrolled already takes this long to go down, in seconds. */
const beginSeconds = 0.4;
/** Wider canvases take more time without looking visibly sharper. */
const maxWidth = 2000;

/**
 * How far the page has been scrolled past a part of it, 0 to 1, in steps of a sixtieth. The first frame is the still
 * picture, also in a page that is scrolled already.
 */
function scrolledShare(part: Element, seconds: number): number {
  const { top, height } = part.getBoundingClientRect();
  const share = Math.min(1, seconds / beginSeconds) * Math.min(1, Math.max(0, -top / height));
  return Math.round(60 * share) / 60;
}

/** Reads an SVG from its address, which is a `data:` address if the server has printed the picture into the page. */
async function readDrawing(address: string): Promise<string> {
  const [, text] = /^data:[^,]*,(.*)/s.exec(address) ?? [];
  return text === undefined ? (await fetch(address)).text() : decodeURIComponent(text);
}

/**
 * Animates an engraved picture of static/art on a canvas that replaces `picture` once it is drawn; the returned
 * function brings `picture` back. The animation pauses while the canvas is not visible. `horizon` is the height of the
 * water line, as a share of the picture's height. Rejects when the picture cannot be read or is not shown.
 */
export async function startLivePicture(picture: HTMLImageElement, horizon: number): Promise<() => void> {
  const address = picture.dataset['address'] ?? picture.src;
  const name = /([a-z-]+?)(?:-[0-9a-f]{8})?\.svg/.exec(address)?.[1] ?? '';
  const parts = movingParts[name] ?? {};
  const engraving = parseEngraving(await readDrawing(parts.still ?? picture.src));
  const paint = createPainter(engraving, parts, horizon);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  // A picture that is no longer in the document has no width: the visitor may have navigated to another page.
  if (!context || engraving.layers.length === 0 || picture.clientWidth === 0) throw new Error('nothing can be drawn');

  canvas.className = picture.className;
  canvas.ariaHidden = 'true';
  // The box may be higher than the picture: `object-fit: cover` then enlarges the picture beyond the width of the box.
  const width = Math.max(picture.clientWidth, (picture.clientHeight * engraving.width) / engraving.height);
  canvas.width = Math.min(maxWidth, width * devicePixelRatio);
  canvas.height = (canvas.width * engraving.height) / engraving.width;
  const scale = canvas.width / engraving.width;
  context.scale(scale, scale);
  const field = picture.closest<HTMLElement>('header, section') ?? document.body;
  const started = performance.now();
  let touches: Touch[] = [];
  let frame = 0;
  let timer: ReturnType<typeof setTimeout>;

  function draw(now: number): void {
    // An animation frame costs time even when nothing is drawn, so the next one is requested only when it is due.
    timer = setTimeout(() => {
      frame = requestAnimationFrame(draw);
    }, frameMs);
    if (!context) return;
    const seconds = (now - started) / 1000;
    touches = touches.filter(({ at }) => seconds - at < touchSeconds);
    paint(context, { seconds, scrolled: scrolledShare(field, seconds), touches });
  }

  function touch({ clientX, clientY, timeStamp }: PointerEvent): void {
    const at = (timeStamp - started) / 1000;
    if ((at - (touches.at(-1)?.at ?? -1)) * 1000 < touchEveryMs) return;
    const box = canvas.getBoundingClientRect();
    // `object-fit` may cut the canvas on the left: its whole height and its right edge are visible.
    const unit = engraving.height / box.height;
    touches.push({ x: engraving.width - (box.right - clientX) * unit, y: (clientY - box.top) * unit, at });
  }

  function rest(): void {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  }

  const watcher = new IntersectionObserver((entries) => {
    rest();
    // While the page is busy, browsers collect several changes of one element; the last one counts.
    if (entries.at(-1)?.isIntersecting) frame = requestAnimationFrame(draw);
  });
  draw(started);
  picture.before(canvas);
  picture.hidden = true;
  watcher.observe(canvas);
  field.addEventListener('pointermove', touch, { passive: true });
  return () => {
    watcher.disconnect();
    rest();
    field.removeEventListener('pointermove', touch);
    canvas.remove();
    picture.hidden = false;
  };
}
