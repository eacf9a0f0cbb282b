import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

interface Feature {
  id: string;
  title: string;
  text: string;
  /** A small engraving: one of static/art/mark-*.svg. */
  art?: string;
  /** Figures below the text. */
  measure?: ReactNode;
}

interface Props {
  items: readonly Feature[];
  /** Cards beside each other, or rows below each other. */
  layout?: 'cards' | 'rows';
}

/** A list of titles with a sentence each, and figures below it. */
export function FeatureList({ items, layout = 'cards' }: Props) {
  return (
    <ul className={layout === 'rows' ? 'feature-list--rows' : 'grid feature-list'}>
      {items.map(({ id, title, text, art, measure }) => (
        <li className={layout === 'rows' ? 'feature-list__row' : 'feature-list__item'} key={id} data-rise>
          {art && <Mark src={art} />}
          <h3 className="t-3">{title}</h3>
          <p>{text}</p>
          {measure}
        </li>
      ))}
    </ul>
  );
}
