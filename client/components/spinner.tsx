/** The five lines of the logo, growing and shrinking, beside words that say what is awaited. Styled in big-lines.css. */
export function Spinner() {
  return (
    <span className="big-lines" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
