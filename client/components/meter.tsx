interface Props {
  label: string;
  /** In percent; the lengths that are used stand in meter.css. */
  value: number;
  /** The second bar of a pair. */
  sun?: boolean;
}

/** A bar whose label and number are text: the drawn length only repeats them. */
export function Meter({ label, value, sun = false }: Props) {
  return (
    <p className={sun ? 'meter meter--sun' : 'meter'}>
      <span>{label}</span> <span>{`${value}%`}</span>
      <i data-value={value} aria-hidden="true" />
    </p>
  );
}
