import { Icon } from '../components/icon.tsx';

interface Props {
  label: string;
  autoplay: 'on' | 'paused';
  toggle: () => void;
}

/** Pauses and resumes a carousel. It is below the slides, but before them in the order of the Tab key. */
export function CarouselPause({ label, autoplay, toggle }: Props) {
  return (
    <button className="pause-button carousel-pause" type="button" onClick={toggle} aria-label={label}>
      <Icon name={autoplay === 'on' ? 'pause' : 'play'} />
    </button>
  );
}
