import { useEffect, useRef, useState } from 'react';
import { asset } from '#shared/asset.ts';
import { formatDay, nextWorkingDay } from '#shared/dates.ts';
import { Link } from '../../components/link.tsx';
import { useLanguage, useText } from '../../lib/site-context.ts';

interface Props {
  /** Brings the empty form back; without it, after a form without JavaScript, a link opens the page anew. */
  onAgain?: () => void;
  /** The height of the form in pixels: what stands below stays where it is. */
  height?: number;
}

/** What stands in the place of the form once the message has been sent: what happens next, by when, and a way back. */
export function Sent({ onAgain, height }: Props) {
  const text = useText('contacts');
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const [replyBy] = useState(() => nextWorkingDay(new Date()));
  // The button that sent the message is gone. A visitor who has gone on to something else meanwhile stays there.
  useEffect(() => {
    if (onAgain && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [onAgain]);
  const again = text('contactForm.sentPage.again');
  return (
    <div
      className="sent"
      id="contact-sent"
      role={onAgain ? 'group' : 'status'}
      data-sky="rain"
      style={height ? { minBlockSize: height } : undefined}
    >
      <img src={asset('art/paid.svg')} alt="" width="900" height="600" />
      <div className="sent__text">
        <h3 className="t-2" ref={heading} tabIndex={-1}>
          {text('contactForm.sentPage.title')}
        </h3>
        <p>{text('contactForm.sentPage.text')}</p>
        {/* The server may have printed it just before midnight. */}
        <p className="sent__by" suppressHydrationWarning>
          {text('contactForm.sentPage.by', { day: formatDay(language, replyBy) })}
        </p>
        {onAgain ? (
          <button className="button button--line" type="button" onClick={onAgain}>
            {again}
          </button>
        ) : (
          <Link className="button button--line" href="/contacts#contact">
            {again}
          </Link>
        )}
      </div>
    </div>
  );
}
