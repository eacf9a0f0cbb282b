interface Props {
  labels: string[];
  index: number;
  goTo: (index: number) => void;
}

/** One button for each slide. */
export function CarouselDots({ labels, index, goTo }: Props) {
  return (
    <div className="carousel-dots">
      {labels.map((label, position) => (
        <button
          key={position}
          type="button"
          aria-label={label}
          aria-current={position === index ? 'true' : undefined}
          onClick={() => goTo(position)}
        >
          <i />
        </button>
      ))}
    </div>
  );
}
