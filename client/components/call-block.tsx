import { useId, type ReactNode } from 'react';
import type { Sky } from './page-head.tsx';

interface Props {
  sky: Sky;
  title: string;
  text: string;
  /** Links to what comes next. */
  children: ReactNode;
}

/** The last word of a page: an invitation to write. */
export function CallBlock({ sky, title, text, children }: Props) {
  const heading = useId();
  return (
    <section className="call" data-sky={sky} aria-labelledby={heading}>
      <div className="shell">
        <div className="stack">
          <h2 className="t-2" id={heading}>
            {title}
          </h2>
          <p className="t-lead">{text}</p>
        </div>
        <div className="cluster">{children}</div>
      </div>
    </section>
  );
}
