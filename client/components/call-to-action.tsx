import type { ReactNode } from 'react';
import type { Sky } from '#shared/skies.ts';

interface Props {
  sky: Sky;
  title: string;
  text: string;
  /** Buttons and links. */
  children: ReactNode;
}

/** The invitation at the end of a page. */
export function CallToAction({ sky, title, text, children }: Props) {
  return (
    <section className="call-to-action" data-sky={sky} aria-labelledby="call">
      <div className="shell">
        <div className="stack call-to-action__text">
          <h2 className="t-2 sun-title" id="call">
            {title}
          </h2>
          <p className="t-lead">{text}</p>
        </div>
        <div className="cluster">{children}</div>
      </div>
    </section>
  );
}
