import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Sky } from '#shared/skies.ts';
import { Icon } from './icon.tsx';

export interface Feature {
  id: string;
  title: string;
  text: string;
  icon?: string;
  /** The colours behind the icon; without them the icon stands on the page. */
  sky?: Sky;
  /** Figures below the text. */
  measure?: ReactNode;
}

interface Props {
  items: readonly Feature[];
  /** Cards beside each other, or rows below each other. */
  layout?: 'cards' | 'rows';
}

/** A list of titles with a sentence each. */
export function FeatureList({ items, layout = 'cards' }: Props) {
  return (
    <ul className={layout === 'rows' ? 'rows' : 'grid features'}>
      {items.map(({ id, title, text, icon, sky, measure }) => (
        <li
          className={clsx(layout === 'rows' ? 'row' : 'feature', measure && 'feature--measured')}
          key={id}
          data-sky={sky}
          data-rise
        >
          {icon && (
            <span className={clsx('icon', !sky && 'icon--bare')}>
              <Icon name={icon} />
            </span>
          )}
          <h3 className="t-3">{title}</h3>
          <p>{text}</p>
          {measure}
        </li>
      ))}
    </ul>
  );
}
