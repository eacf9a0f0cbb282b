import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Surface = 'white' | 'haze' | 'black';

interface HeadProps {
  /** The id of the heading, which names the section. */
  id: string;
  title: string;
  intro?: string;
  /** A smaller sentence below the introduction; only a heading beside the content shows it. */
  note?: string;
}

interface SectionProps extends HeadProps {
  /** The id of the section itself, if links lead to it rather than to its heading. */
  anchor?: string;
  className?: string;
  /** The background; white by default. */
  surface?: Surface;
  /** On wide screens the heading stands beside the content instead of above it. */
  split?: boolean;
  children: ReactNode;
}

const surfaceClass: Record<Surface, string | undefined> = {
  white: undefined,
  haze: 'section--haze',
  black: 'on-black',
};

function SectionHead({ id, title, intro }: HeadProps) {
  return (
    <div className="section-head">
      <h2 className="t-2" id={id}>
        {title}
      </h2>
      {intro && <p className="soft">{intro}</p>}
    </div>
  );
}

function HeadBeside({ id, title, intro, note }: HeadProps) {
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
    <section className={clsx('section', surfaceClass[surface], className)} id={anchor} aria-labelledby={head.id}>
      <div className={clsx('shell', split && 'split')}>
        <Head {...head} />
        {children}
      </div>
    </section>
  );
}
