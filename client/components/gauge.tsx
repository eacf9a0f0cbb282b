import { useEffect, useRef, useState } from 'react';
import { languages } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';
import { useReducedMotion } from '../lib/use-reduced-motion.ts';
import { useInView } from '../lib/use-in-view.ts';

const countMs = 2000; // spec.md, section 9

interface Props {
  target: number;
  decimals?: number;
  /** Follows the number at once, such as a percent sign. */
  sign?: string;
  /** A word after the number. */
  unit?: string;
  /** How far the line fills, in percent. */
  share: '60' | '80' | '100';
  text: string;
}

/** Counts from 0 to the target once, when it is first seen; the target stands there before and without JavaScript. */
function useCount(target: number, seen: boolean): number {
  const [shown, setShown] = useState(target);
  const counted = useRef(false);
  const reducedMotion = useReducedMotion();
  useEffect(() => {
    if (!seen || reducedMotion || counted.current) return;
    counted.current = true;
    const started = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, Math.max(0, now - started) / countMs);
      setShown(progress === 1 ? target : target * (1 - (1 - progress) ** 3));
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setShown(target);
    };
  }, [target, seen, reducedMotion]);
  return shown;
}

export function Gauge({ target, decimals = 0, sign = '', unit, share, text }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const shown = useCount(target, useInView(root, 0.1));
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(languages[language].locale, digits);
  return (
    <div className="gauge" ref={root} data-rise>
      <p className="gauge__num">
        <span aria-hidden="true">{`${format.format(shown)}${sign}`}</span>
        <span className="sr">{`${format.format(target)}${sign}`}</span>
        {unit && <small>{unit}</small>}
      </p>
      <p className="t-lead soft">{text}</p>
      <span className="gauge__line" data-share={share} aria-hidden="true" />
    </div>
  );
}
