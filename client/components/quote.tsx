import type { Sky } from '#shared/skies.ts';
import { Picture } from './picture.tsx';

interface Props {
  sky: Sky;
  /** The portrait of the speaker. */
  art: string;
  alt: string;
  text: string;
  name: string;
  position: string;
}

/** The words of a member of the team beside a portrait. */
export function Quote({ sky, art, alt, text, name, position }: Props) {
  return (
    <div className="quote" data-sky={sky}>
      <div className="shell">
        <Picture src={art} alt={alt} width={640} height={760} />
        <figure className="quote__text">
          <blockquote>{text}</blockquote>
          <figcaption>
            <b>{name}</b>
            {position}
          </figcaption>
        </figure>
      </div>
    </div>
  );
}
