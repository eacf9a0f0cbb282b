import { clsx } from 'clsx';

/** The five lines of the logo, growing and shrinking, beside words that name what is awaited: small in a button. */
export function Waiting({ large = false }: { large?: boolean }) {
  return (
    <span className={clsx('waiting', large && 'waiting--large')} aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
