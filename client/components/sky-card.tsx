import type { Sky } from '#shared/skies.ts';
import type { PageHref } from '../routes.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { Picture } from './picture.tsx';

interface Props {
  href: PageHref;
  sky: Sky;
  art: string;
  title: string;
  text: string;
  more: string;
}

/** A service as a picture, a name and a sentence; the whole card is its link. */
export function SkyCard({ href, sky, art, title, text, more }: Props) {
  return (
    <article className="sky-card" data-sky={sky}>
      <div className="sky-card__art">
        <Picture src={art} alt="" />
      </div>
      <div className="sky-card__text">
        <h3 className="t-3">
          <Link href={href}>{title}</Link>
        </h3>
        <p className="soft">{text}</p>
        <span className="go go--bare" aria-hidden="true">
          {more}
          <Icon name="arrow-right" />
        </span>
      </div>
    </article>
  );
}
