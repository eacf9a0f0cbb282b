import { clsx } from 'clsx';
import { Icon } from '../components/icon.tsx';

interface Props {
  label: string;
  autoplay: 'on' | 'paused';
  toggle: () => void;
  /** Places the button below the slides, in the style of the arrows, instead of in the corner of the picture. */
  below?: boolean;
}

/** Pauses and resumes a carousel; comes before the slides in the order of the Tab key. */
export function CarouselPause({ label, autoplay, toggle, below = false }: Props) {
  return (
    <button
      className={clsx('pause-button carousel-pause', below && 'carousel-pause--below')}
      type="button"
      onClick={toggle}
      aria-label={label}
    >
      <Icon name={autoplay === 'on' ? 'pause' : 'play'} />
    </button>
  );
}
