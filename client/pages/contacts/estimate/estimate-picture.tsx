import { useEffect, useRef, useState } from 'react';
import { asset } from '#shared/asset.ts';
import type { Choice } from '#shared/estimate-date.ts';
import { estimate } from '#shared/estimates.ts';
import { formatSpan } from '#shared/spans.ts';
import { prefersReducedMotion } from '../../../lib/motion.ts';
import { useLanguage } from '../../../lib/site-context.ts';
import { drawWalker, picture } from './figure.ts';
import { Rising } from './rising.tsx';

/** How long the figure walks to its new place, and how many steps it takes. */
const walkMs = 900;
const steps = 3;

/** The slow end of the estimate decides how far away the figure is. */
const distanceOf = ({ job, touched }: Choice) => estimate(job, touched)[1];

/**
 * A figure that comes closer along the horizon; it is decoration, because the text of the result has the same
 * information.
 */
export function EstimatePicture({ choice }: { choice: Choice }) {
  const language = useLanguage();
  const weeks = distanceOf(choice);
  const path = useRef<SVGPathElement>(null);
  const shown = useRef(weeks);
  const [first] = useState(() => drawWalker(weeks));

  useEffect(() => {
    const from = shown.current;
    /** Draws the figure where a share of the change is done, from 0 to 1. */
    const draw = (share: number, step: number) => {
      shown.current = from + (weeks - from) * share;
      path.current?.setAttribute('d', drawWalker(shown.current, step));
    };
    if (from === weeks || prefersReducedMotion()) return draw(1, 0);
    const started = performance.now();
    let frame = requestAnimationFrame(function walk(now) {
      const share = Math.min(1, Math.max(0, (now - started) / walkMs));
      draw(1 - (1 - share) ** 3, share < 1 ? Math.sin(share * steps * 2 * Math.PI) : 0);
      if (share < 1) frame = requestAnimationFrame(walk);
    });
    return () => cancelAnimationFrame(frame);
  }, [weeks]);

  const { width, height } = picture;
  return (
    <div className="estimate__art" aria-hidden="true">
      <img src={asset('art/estimate.svg')} alt="" width={width} height={height} loading="lazy" decoding="async" />
      <svg viewBox={`0 0 ${width} ${height}`}>
        <path ref={path} transform="scale(.1)" d={first} />
      </svg>
      <b className="t-3 estimate__far">
        <Rising>{formatSpan(language, estimate(choice.job, choice.touched))}</Rising>
      </b>
    </div>
  );
}
