import { useEffect, useRef, useState } from 'react';
import { useText } from '../lib/site-context.ts';
import { useReducedMotion } from '../lib/use-reduced-motion.ts';
import { Icon } from './icon.tsx';

export interface FilmProps {
  /** `tall` is cut from `avif` for upright phones, which show no more of it, so that it lies where the film will. */
  poster: { avif: string; webp: string; tall?: string };
  film: { webm: string; mp4: string };
}

/** Where the film is as high as hero.css makes it on phones, a picture of 540 × 720 covers it. */
const tall = '(max-width: 47.99rem) and (max-aspect-ratio: 13/20)';

/** Visitors who save data or asked for less motion keep the poster. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/**
 * A looping, muted background film. The poster is a picture of its own, so it paints first and stays where autoplay
 * is refused; the film is asked for only after the page has loaded.
 */
export function Film({ poster, film }: FilmProps) {
  const text = useText('navbar');
  const reducedMotion = useReducedMotion();
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(false);
  const [playing, setPlaying] = useState(false);

  useEffect(() => {
    if (reducedMotion || savesData()) return;
    const want = () => setWanted(true);
    if (document.readyState === 'complete') want();
    else addEventListener('load', want, { once: true });
    return () => removeEventListener('load', want);
  }, [reducedMotion]);

  const shown = wanted && !reducedMotion;
  useEffect(() => {
    // Refused autoplay (low-power mode) is not an error: the poster stays, the button can start the film.
    if (shown) video.current?.play().catch(() => undefined);
  }, [shown]);

  const toggle = () => {
    if (playing) video.current?.pause();
    else void video.current?.play().catch(() => undefined);
  };

  return (
    <>
      <div className="film" aria-hidden="true">
        <picture>
          {poster.tall && <source srcSet={poster.tall} type="image/avif" media={tall} width="540" height="720" />}
          <source srcSet={poster.avif} type="image/avif" />
          <img src={poster.webp} alt="" width="1280" height="720" fetchPriority="high" />
        </picture>
        {shown && (
          <video
            ref={video}
            muted
            loop
            playsInline
            tabIndex={-1}
            width="1280"
            height="720"
            onPlaying={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
          >
            <source src={film.webm} type='video/webm; codecs="av01.0.05M.10"' />
            <source src={film.mp4} type="video/mp4" />
          </video>
        )}
      </div>
      {shown && (
        <button
          className="film__pause"
          type="button"
          aria-label={text(playing ? 'pauseFilm' : 'playFilm')}
          onClick={toggle}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
      )}
    </>
  );
}
