import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { languages } from '#shared/languages.ts';
import { useLanguage } from '../lib/site-context.ts';
import { useReducedMotion } from '../lib/motion.ts';
import { useInView } from '../lib/use-in-view.ts';

const countMs = 2000;

interface Props {
  target: number;
  decimals?: number;
  /** Follows the number without a space, such as a percent sign. */
  sign?: string;
  /** A word after the number. */
  unit?: string;
  /** The length of the line at the end, in percent; gauge.css has a rule for each. A number that is no share has none. */
  share?: '60' | '80';
  text: string;
}

/** The share of the way (0 to 1) after a share of the time: fast at first, slow at the end. */
const easeOut = (time: number) => Math.sin((time * Math.PI) / 2);

/**
 * Grows from 0 to 1 once, when the element is first seen. It is 1 before that, without JavaScript and with reduced
 * motion, so that the number is never wrong for long.
 */
function useCountProgress(root: RefObject<Element | null>): number {
  const [progress, setProgress] = useState(1);
  const counted = useRef(false);
  const seen = useInView(root, 0.1);
  const reducedMotion = useReducedMotion();
  useEffect(() => {
    if (!seen || reducedMotion || counted.current) return;
    counted.current = true;
    const startedMs = performance.now();
    let frame = requestAnimationFrame(function step(nowMs) {
      const time = Math.min(1, Math.max(0, nowMs - startedMs) / countMs);
      setProgress(time === 1 ? 1 : easeOut(time));
      if (time < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      setProgress(1);
    };
  }, [seen, reducedMotion]);
  return progress;
}

/** The number on the way to the target. It is cut, not rounded: the last digit comes when the time is over. */
function partOf(target: number, progress: number, decimals: number): number {
  if (progress === 1) return target;
  return Math.trunc(target * progress * 10 ** decimals) / 10 ** decimals;
}

/** A number that counts up, above a line that grows with it. */
export function Gauge({ target, decimals = 0, sign = '', unit, share, text }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  const progress = useCountProgress(root);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(languages[language].locale, digits);
  return (
    <div className="gauge" ref={root} data-rise>
      <p className="gauge__num">
        <span
          className="gauge__digits"
          aria-hidden="true"
          data-final={`${format.format(target)}${sign}`}
        >{`${format.format(partOf(target, progress, decimals))}${sign}`}</span>
        <span className="sr">{`${format.format(target)}${sign}`}</span>
        {unit && <small>{unit}</small>}
      </p>
      <p className="t-lead soft">{text}</p>
      <span
        className="gauge__line"
        data-share={share}
        aria-hidden="true"
        // The server sends no style attribute, which the content security policy would refuse.
        style={progress < 1 ? ({ '--progress': progress } as CSSProperties) : undefined}
      />
    </div>
  );
}
