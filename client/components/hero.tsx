import type { ReactNode } from 'react';
import { useText } from '../lib/site-context.ts';
import { Film, type FilmProps } from './film.tsx';

interface Props extends FilmProps {
  /** The texts that hold the headline's two lines and the lead. */
  area: 'hero' | 'gitl';
  className?: string;
  /** Buttons beside the lead. */
  children: ReactNode;
}

/** The head of a page with a background video, whose horizon continues as a line across the page. */
export function Hero({ area, className = 'hero', poster, film, children }: Props) {
  const text = useText(area);
  return (
    <section className={className}>
      <div className="hero__sky">
        <div className="shell">
          <h1 className="t-hero hero__title">
            <span>{text('line1')} </span>
            <span>{text('line2')}</span>
          </h1>
        </div>
      </div>
      <div>
        <div className="hero__line" />
        <div className="hero__ground">
          <div className="shell hero__row">
            <p className="t-lead hero__lead">{text('lead')}</p>
            <div className="cluster hero__act">{children}</div>
          </div>
        </div>
      </div>
      {/* After the texts, which are painted while the poster arrives. */}
      <Film poster={poster} film={film} />
    </section>
  );
}
