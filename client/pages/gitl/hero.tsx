import { asset } from '#shared/asset.ts';
import type gitlTexts from '../../../locales/en/gitl.json';
import { Film } from '../../components/film.tsx';
import { useText } from '../../lib/site-context.ts';

const poster = {
  avif: asset('video/gitl.avif'),
  webp: asset('video/gitl.webp'),
  tall: asset('video/gitl-tall.avif'),
};
const film = { webm: asset('video/gitl.webm'), mp4: asset('video/gitl.mp4') };

export function GitlHero() {
  const text = useText<typeof gitlTexts>('gitl');
  return (
    <section className="hero gitl-hero">
      <Film poster={poster} film={film} />
      <div className="hero__sky">
        <div className="shell">
          <h1 className="t-hero hero__title">
            <span>
              <i>{text('line1')} </i>
            </span>
            <span>
              <i>{text('line2')}</i>
            </span>
          </h1>
        </div>
      </div>
      <div>
        <div className="hero__line" />
        <div className="hero__ground">
          <div className="shell hero__row">
            <p className="t-lead hero__lead">{text('lead')}</p>
            <div className="cluster hero__act">
              <a className="button button--sun" href="#activate">
                {text('activate')}
              </a>
              <a className="button button--line button--veil" href="#pricing">
                {text('plansLink')}
              </a>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
