import type { ReactNode } from 'react';

interface Props {
  /** News cards. */
  children: ReactNode;
  /** Screen readers leave out a grid of placeholders. */
  hidden?: boolean;
}

/** News cards in one to three columns. */
export function NewsGrid({ children, hidden }: Props) {
  return (
    <div className="grid news-grid" aria-hidden={hidden}>
      {children}
    </div>
  );
}
