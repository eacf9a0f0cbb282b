import { useLayoutEffect, useRef, useState } from 'react';
import { asset } from '#shared/asset.ts';
import { replyDays, type Topic } from '#shared/contact-limits.ts';
import { addWorkingDays, formatDeadline } from '#shared/dates.ts';
import { Link } from '../../components/link.tsx';
import { useLanguage, useText } from '../../lib/site-context.ts';
import { topicAddress } from './topic-tabs.tsx';

interface Props {
  topic: Topic;
  /** Brings the empty form back; without it, after a form without JavaScript, a link opens the page anew. */
  onAgain?: () => void;
  /** The height of the form in pixels: the content below does not move. */
  height?: number;
}

/** The confirmation that replaces the form once the message is sent: the day of the answer, and a way back. */
export function Sent({ topic, onAgain, height }: Props) {
  const text = useText('contacts');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that sent the message is gone. A visitor who has gone on to something else meanwhile stays there. The
  // first frame has the scroll position already, because the sun rises then.
  const hasScript = onAgain !== undefined;
  useLayoutEffect(() => {
    if (!hasScript || document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('.sent')?.scrollIntoView({ behavior: 'instant' });
  }, [hasScript]);
  const again = text('contactForm.sentPage.again');
  return (
    <div
      className="sent"
      id="contact-sent"
      role={hasScript ? 'group' : 'status'}
      data-sky="rain"
      style={height ? { minBlockSize: height } : undefined}
    >
      <img src={asset('art/paid.svg')} alt="" width="900" height="600" />
      <div className="sent__text">
        <h2 className="t-2" ref={heading} tabIndex={-1}>
          {text('contactForm.sentPage.title')}
        </h2>
        <p>{text('contactForm.sentPage.text')}</p>
        <ReplyBy topic={topic} />
        {onAgain ? (
          <button className="button button--line" type="button" onClick={onAgain}>
            {again}
          </button>
        ) : (
          <Link className="button button--line" href={topicAddress(topic, 'contact')}>
            {again}
          </Link>
        )}
      </div>
    </div>
  );
}

function ReplyBy({ topic }: { topic: Topic }) {
  const text = useText('contacts');
  const language = useLanguage();
  const [now] = useState(() => new Date());
  if (topic === 'legal') return null;
  const day = formatDeadline(language, addWorkingDays(now, replyDays[topic]));
  // The server may have printed it just before midnight.
  return (
    <p className="sent__by" suppressHydrationWarning>
      {text(`contactForm.sentPage.by.${topic}`, { day })}
    </p>
  );
}
