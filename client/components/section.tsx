import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { SectionHead } from './section-head.tsx';

export type Surface = 'white' | 'haze' | 'black';

export interface SectionProps {
  /** The id of the heading, which names the section and is its anchor. */
  id: string;
  title: string;
  intro?: string;
  /** The background; white unless stated. */
  surface?: Surface;
  /** On wide screens the heading stands beside the content instead of above it. */
  split?: boolean;
  children: ReactNode;
}

const surfaceClass: Record<Surface, string | undefined> = {
  white: undefined,
  haze: 'section--haze',
  black: 'on-black',
};

/** A part of a page that its heading names. */
export function Section({ id, title, intro, surface = 'white', split = false, children }: SectionProps) {
  return (
    <section className={clsx('section', surfaceClass[surface])} aria-labelledby={id}>
      <div className={clsx('shell', split && 'split')}>
        <SectionHead id={id} title={title} intro={intro} split={split} />
        {children}
      </div>
    </section>
  );
}
