import { Icon } from '../components/icon.tsx';

interface Props {
  label: string;
  autoplay: 'on' | 'paused';
  toggle: () => void;
}

/**
 * Pauses and resumes a carousel. It is below the slides, but before them in the order of the Tab key. Its label stays
 * the same, because screen readers announce a new state of a pressed button, but not always a new label.
 */
export function CarouselPause({ label, autoplay, toggle }: Props) {
  return (
    <button
      className="pause-button carousel-pause"
      type="button"
      onClick={toggle}
      aria-label={label}
      aria-pressed={autoplay === 'paused'}
    >
      <Icon name={autoplay === 'on' ? 'pause' : 'play'} />
    </button>
  );
}
