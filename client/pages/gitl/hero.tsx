import { asset } from '#shared/asset.ts';
import { Hero } from '../../components/hero.tsx';
import { useText } from '../../lib/site-context.ts';

const poster = {
  avif: asset('video/gitl.avif'),
  webp: asset('video/gitl.webp'),
  tall: asset('video/gitl-tall.avif'),
};
const film = { webm: asset('video/gitl.webm'), mp4: asset('video/gitl.mp4') };

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
