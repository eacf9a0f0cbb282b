interface Props {
  label: string;
  /** In percent; meter.css has a rule for every value in use. */
  value: number;
  /** In the accent colour, for the second bar of a pair. */
  sun?: boolean;
}

/** A bar with its label and its value; screen readers read the text and skip the bar. */
export function Meter({ label, value, sun = false }: Props) {
  return (
    <p className={sun ? 'meter meter--sun' : 'meter'}>
      <span>{label}</span> <span>{`${value}%`}</span>
      <i data-value={value} aria-hidden="true" />
    </p>
  );
}
