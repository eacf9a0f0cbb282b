import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SectionHead, type SectionHeadProps } from './section-head.tsx';

export type Surface = 'white' | 'haze' | 'black';

interface SectionProps extends SectionHeadProps {
  /** The id of the section itself, if links lead to it rather than to its heading. */
  anchor?: string;
  className?: string;
  /** The background; white by default. */
  surface?: Surface;
  /** On wide screens the heading stands beside the content instead of above it. */
  split?: boolean;
  children: ReactNode;
}

function HeadBeside({ id, title, intro, note }: SectionHeadProps) {
  const heading = (
    <h2 className="t-2" id={id}>
      {title}
    </h2>
  );
  if (!intro) return heading;
  return (
    <div className="stack">
      {heading}
      <p className="soft split__intro">{intro}</p>
      {note && <p className="t-small soft">{note}</p>}
    </div>
  );
}

/** Shows a part of a page that its visible heading names. */
export function Section({ anchor, className, surface = 'white', split = false, children, ...head }: SectionProps) {
  const Head = split ? HeadBeside : SectionHead;
  return (
    <section
      className={clsx('section', surface === 'haze' && 'section--haze', surface === 'black' && 'on-black', className)}
      id={anchor}
      aria-labelledby={head.id}
    >
      <div className={clsx('shell', split && 'split')}>
        <Head {...head} />
        {children}
      </div>
    </section>
  );
}
