interface Props {
  /** What is awaited; without it the words beside the spinner say it. */
  label?: string;
  /** As high as a line of text, inside a button. */
  small?: boolean;
}

/** The five lines of the logo, growing and shrinking. It does not move without JavaScript or with reduced motion. */
export function Spinner({ label, small = false }: Props) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <span className={small ? 'lines' : 'big-lines'} {...name}>
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
