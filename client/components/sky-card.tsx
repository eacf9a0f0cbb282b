import type { Sky } from '#shared/skies.ts';
import type { PageHref } from '../routes.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { Picture } from './picture.tsx';

interface Props {
  sky: Sky;
  art: string;
  title: string;
  text: string;
  /** The link of the whole card, and the words of the link at the end of the card. */
  link?: { href: PageHref; label: string };
}

/** A picture, a name and a sentence. */
export function SkyCard({ sky, art, title, text, link }: Props) {
  return (
    <div className="card sky-card" data-sky={sky}>
      <div className="card__art sky-card__art">
        <Picture src={art} alt="" />
      </div>
      <div className="sky-card__text">
        <h3 className="t-3">{link ? <Link href={link.href}>{title}</Link> : title}</h3>
        <p className="soft">{text}</p>
        {link && (
          <span className="arrow-link arrow-link--bare" aria-hidden="true">
            {link.label}
            <Icon name="arrow-right" />
          </span>
        )}
      </div>
    </div>
  );
}
