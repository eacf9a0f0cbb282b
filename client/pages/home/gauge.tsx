import { useEffect, useRef, type RefObject } from 'react';
import { formatNumber } from '#shared/numbers.ts';
import { useReducedMotion } from '../../lib/use-motion.ts';
import { useLanguage } from '../../lib/site-context.ts';
import { useInView } from '../../lib/use-intersection.ts';

const countMs = 2000;

interface Props {
  target: number;
  decimals?: number;
  /** Follows the number without a space, such as a percent sign. */
  sign?: string;
  /** A word after the number. */
  unit?: string;
  /**
   * The percentage of the line that is filled when the animation ends; gauge.css has a rule for each value. Absent for a
   * number that is not a share: its line stays empty.
   */
  share?: '60' | '80';
  text: string;
}

/** An easing function, 0 to 1: fast at first, slow at the end. */
const easeOut = (time: number) => Math.sin((time * Math.PI) / 2);

/**
 * Calls `show` with 0 to 1 once, when the element is first seen, and never without JavaScript or with reduced motion,
 * so that the number is never wrong for long. It does not render with React, because 60 renders a second are slow on a
 * phone.
 */
function useCounting(root: RefObject<Element | null>, show: (progress: number) => void): void {
  const counted = useRef(false);
  const latest = useRef(show);
  const seen = useInView(root, 0.1);
  const reducedMotion = useReducedMotion();
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (!seen || reducedMotion || counted.current) return;
    counted.current = true;
    const startedMs = performance.now();
    let frame = requestAnimationFrame(function step(nowMs) {
      const time = Math.min(1, Math.max(0, nowMs - startedMs) / countMs);
      latest.current(time === 1 ? 1 : easeOut(time));
      if (time < 1) frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      latest.current(1);
    };
  }, [seen, reducedMotion]);
}

/** The number at a point of the animation. It is cut, not rounded, so that the final value appears only at the end. */
function partOf(target: number, progress: number, decimals: number): number {
  if (progress === 1) return target;
  return Math.trunc(target * progress * 10 ** decimals) / 10 ** decimals;
}

/** A number that counts up, above a line that grows with it. */
export function Gauge({ target, decimals = 0, sign = '', unit, share, text }: Props) {
  const root = useRef<HTMLLIElement>(null);
  const shown = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const language = useLanguage();
  const format = (value: number) => `${formatNumber(language, value, decimals)}${sign}`;
  const final = format(target);
  useCounting(root, (progress) => {
    // The text node is not replaced, because React refers to it.
    const digits = shown.current?.firstChild;
    const number = format(partOf(target, progress, decimals));
    if (digits && digits.nodeValue !== number) digits.nodeValue = number;
    // The server sends no style attribute, which the content security policy would refuse.
    if (progress < 1) line.current?.style.setProperty('--progress', String(progress));
    else line.current?.style.removeProperty('--progress');
  });
  return (
    <li className="gauge" ref={root} data-rise>
      <p className="gauge__num" data-final={final}>
        <span className="gauge__digits" aria-hidden="true" ref={shown}>
          {final}
        </span>
        <span className="sr">{final}</span>
        {unit && <small>{unit}</small>}
      </p>
      <p className="t-lead soft">{text}</p>
      <span className="gauge__line" data-share={share} aria-hidden="true" ref={line} />
    </li>
  );
}
