import { useSite } from '../lib/site-context.ts';
import { useValue } from '../lib/use-value.ts';

/** A progress line along the top while a navigation takes long. */
export function Progress() {
  const pending = useValue(useSite().pending);
  return <div className="progress" data-on={pending || undefined} aria-hidden="true" />;
}
