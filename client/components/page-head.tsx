import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Sky } from '#shared/skies.ts';
import { useSite, useText } from '../lib/site-context.ts';
import { useLivePicture } from '../live-picture/use-live-picture.ts';
import type { PageHref } from '../routes.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

/** How far the centre of the sun is from the right edge of a picture, and its radius, as shares of the picture's width. */
export type SunInPicture = readonly [centre: number, radius: number];

interface Props {
  sky: Sky;
  title: ReactNode;
  lead: ReactNode;
  /** A drawing beside the title. */
  art?: string;
  /** Another picture instead of a drawing, with the class `page-head__art`; `className` sets its measures. */
  picture?: ReactNode;
  className?: string;
  /** The sun in the drawing. */
  sun?: SunInPicture;
  /** A link above the title, such as the one to the home page. */
  back?: 'home' | { href: PageHref; label: string };
  /** Buttons under the lead. */
  children?: ReactNode;
  /** A lower head, for pages whose content matters more. */
  low?: boolean;
  /** Stands above the title, such as the date of an article. */
  meta?: ReactNode;
}

/** The position of the water in a drawing, below its shore, as a share of the height of the drawing. */
const waterLine = 0.62;

/** Whether a title above a picture has room for large letters on a phone: a word that cannot be broken must fit into 280 px. */
const isShort = (title: ReactNode) =>
  typeof title === 'string' && title.length < 27 && title.split(/\s/).every((part) => part.length < 14);

/** The head of a page: the title and the picture stand on one horizontal line. */
export function PageHead({ sky, title, lead, art, picture, sun, back, meta, low, className, children }: Props) {
  const text = useText('navbar');
  const { pictureSrc } = useSite();
  const drawingRef = useLivePicture(waterLine, art);
  const isPlain = !art && !picture;
  const backLink = back === 'home' ? { href: '/' as const, label: text('backHome') } : back;
  return (
    <header
      className={clsx('page-head', className, isPlain && 'page-head--plain', low && 'page-head--low')}
      data-sky={sky}
    >
      <div className="page-head__sky" data-sun={sun?.join(' ')}>
        <div className="page-head__horizon" />
        <div className="shell page-head__text">
          {backLink && (
            <Link className="arrow-link arrow-link--back arrow-link--bare page-head__back" href={backLink.href} isBack>
              <Icon name="arrow-left" />
              {backLink.label}
            </Link>
          )}
          {meta && <div className="page-head__meta">{meta}</div>}
          <h1 className={clsx('t-1 page-head__title', !isPlain && isShort(title) && 'page-head__title--short')}>
            {title}
          </h1>
        </div>
        {picture}
        {art && (
          <img
            ref={drawingRef}
            className="page-head__art"
            src={pictureSrc(art)}
            data-address={art}
            alt=""
            width="1200"
            height="800"
            fetchPriority="high"
            decoding="sync"
          />
        )}
      </div>
      <div className="page-head__ground">
        <div className="shell">
          <p className="t-lead page-head__lead">{lead}</p>
          {children && <div className="cluster page-head__act">{children}</div>}
        </div>
      </div>
    </header>
  );
}
