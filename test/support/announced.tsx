import { useSite } from '#client/lib/site-context.ts';
import { useValue } from '#client/lib/use-value.ts';

/** What screen readers have been given to announce. */
export const Announced = () => <p id="announced">{useValue(useSite().announcement)}</p>;
