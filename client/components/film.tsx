import { useEffect, useRef, useState } from 'react';
import { avoidsFilms } from '../lib/connection.ts';
import { useSite, useText } from '../lib/site-context.ts';
import { useReducedMotion } from '../lib/use-motion.ts';
import { Icon } from './icon.tsx';

export interface FilmProps {
  /**
   * Still pictures. Phones in portrait orientation show `phone`: `avif` itself, or the part of it that is visible on
   * such phones.
   */
  poster: { avif: string; webp: string; wide: string; phone: string };
  /** `wide` is the same film of 1920 × 1080; the other has 1280 × 720. */
  film: Record<'webm' | 'mp4', { src: string; wide: string }>;
}

/** The windows in which film.css makes the film as high as on phones; a picture of 540 × 720 then covers it. */
const phone = '(max-width: 47.99rem) and (max-aspect-ratio: 13/20)';
/** The windows in which a video of 1280 pixels would be blurred. */
const wide = '(min-width: 90rem), (min-width: 62rem) and (min-resolution: 1.5x)';

/**
 * Returns the address of the poster that a window shows. It is loaded when the visitor points at a link to the page, so
 * that the poster is there in the first frame of the page.
 */
export function choosePoster(view: Window, { phone: tall, wide: large, avif }: FilmProps['poster']): string {
  if (view.matchMedia(phone).matches) return tall;
  return view.matchMedia(wide).matches ? large : avif;
}

/**
 * A looping, muted background video. The poster is a picture of its own: it is painted first, and it stays where the
 * browser refuses autoplay. The video is requested only after the page has loaded; on a slow line, and where the
 * browser saves data, when the visitor presses the button.
 */
export function Film({ poster, film }: FilmProps) {
  const text = useText('navbar');
  const { pictureSrc } = useSite();
  const reducedMotion = useReducedMotion();
  const video = useRef<HTMLVideoElement>(null);
  const [pageLoaded, setPageLoaded] = useState(false);
  /** Whether the film is to play, also while its data are still loading. */
  const [isPlaying, setPlaying] = useState(true);
  const onStopped = () => setPlaying(false);

  useEffect(() => {
    if (reducedMotion) return;
    const onLoad = () => setPageLoaded(true);
    if (document.readyState === 'complete') onLoad();
    else addEventListener('load', onLoad, { once: true });
    return () => removeEventListener('load', onLoad);
  }, [reducedMotion]);

  const shown = pageLoaded && !reducedMotion;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // Refused autoplay (low-power mode) is not an error: the poster stays, and the button can start the video.
    if (avoidsFilms()) onStopped();
    else element.play().catch(onStopped);
    return () => {
      // Browsers keep a removed video in memory, and the page around it, as long as it has a source.
      element.replaceChildren();
      element.load();
    };
  }, [shown]);

  const toggle = () => {
    if (isPlaying) video.current?.pause();
    else video.current?.play().catch(onStopped);
  };

  return (
    <>
      <div className="film" aria-hidden="true">
        <picture>
          <source srcSet={pictureSrc(poster.phone)} data-address={poster.phone} type="image/avif" media={phone} />
          <source srcSet={poster.wide} type="image/avif" media={wide} />
          <source srcSet={poster.avif} type="image/avif" />
          <img src={poster.webp} alt="" width="1280" height="720" fetchPriority="high" />
        </picture>
        {shown && (
          <video
            ref={video}
            muted
            loop
            playsInline
            preload="none"
            tabIndex={-1}
            onPlay={() => setPlaying(true)}
            onPause={onStopped}
          >
            <source src={film.webm.wide} type='video/webm; codecs="av01.0.08M.10"' media={wide} />
            <source src={film.webm.src} type='video/webm; codecs="av01.0.05M.10"' />
            <source src={film.mp4.wide} type="video/mp4" media={wide} />
            {/* When the last source fails too, browsers leave the promise of play() pending. */}
            <source src={film.mp4.src} type="video/mp4" onError={onStopped} />
          </video>
        )}
      </div>
      {shown && (
        <button
          className="pause-button film__pause"
          type="button"
          // It stays the same: screen readers announce a new state, but not always a new label.
          aria-label={text('pauseFilm')}
          aria-pressed={!isPlaying}
          onClick={toggle}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
      )}
    </>
  );
}
