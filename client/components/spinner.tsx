interface Props {
  label: string;
  /** Stopped by the visitor; with reduced motion and without JavaScript it never moves. */
  paused?: boolean;
}

/** The five lines of the logo, breathing. */
export function Spinner({ label, paused = false }: Props) {
  return (
    <span className="big-lines" role="img" aria-label={label} data-paused={paused || undefined}>
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
