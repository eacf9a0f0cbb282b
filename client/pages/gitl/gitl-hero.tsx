import { asset } from '#shared/asset.ts';
import { Hero } from '../../components/hero.tsx';
import { useText } from '../../lib/site-context.ts';

export const poster = {
  avif: asset('video/gitl.avif'),
  webp: asset('video/gitl.webp'),
  wide: asset('video/gitl-wide.avif'),
  phone: asset('video/gitl-tall.avif'),
};
const film = {
  webm: { src: asset('video/gitl.webm'), wide: asset('video/gitl-wide.webm') },
  mp4: { src: asset('video/gitl.mp4'), wide: asset('video/gitl-wide.mp4') },
};

export function GitlHero() {
  const text = useText('gitl');
  return (
    <Hero area="gitl" className="hero gitl-hero" poster={poster} film={film}>
      <a className="button button--sun" href="#activate">
        {text('activate')}
      </a>
      <a className="button button--line button--veil" href="#pricing">
        {text('plansLink')}
      </a>
    </Hero>
  );
}
