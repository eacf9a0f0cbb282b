import { asset } from '#shared/asset.ts';
import { useText } from '../lib/site-context.ts';
import { useLivePicture } from '../live-picture/use-live-picture.ts';
import { Link } from './link.tsx';

const sea = asset('art/footer-sea.svg');

/** The last section of home and news, with a link to the contact form. Its background is the black of the footer. */
export function HorizonCall() {
  const text = useText('footer');
  const picture = useLivePicture(0, sea);
  return (
    <section className="horizon-call on-black" aria-labelledby="call">
      <div className="horizon-call__title">
        <div className="shell">
          <h2 className="t-1" id="call">
            <Link href="/contacts#contact">{text('call')}</Link>
          </h2>
        </div>
      </div>
      <img ref={picture} className="horizon-call__sea" src={sea} alt="" width="1600" height="240" loading="lazy" />
    </section>
  );
}
