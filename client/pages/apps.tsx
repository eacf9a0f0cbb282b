import { asset } from '#shared/asset.ts';
import { ArrowLink } from '../components/arrow-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { products, type Product } from '../content/products.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const art = asset('art/head-apps.svg');

function Apps() {
  const text = useText('our-products');
  return (
    <>
      <PageHead sky="morning" title={text('title')} lead={text('lead')} art={art} sun={[0.623, 0.065]} />
      <div className="section">
        <ul className="shell apps">
          {products.map((product) => (
            <ProductCard key={product.id} product={product} />
          ))}
        </ul>
      </div>
      <CallToAction sky="morning" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts#contact">
          {text('call.button')}
        </Link>
        <ArrowLink href="/gitl">{text('call.gitl')}</ArrowLink>
      </CallToAction>
    </>
  );
}

function ProductCard({ product: { id, statusType, link, icon, sky, wideArt } }: { product: Product }) {
  const text = useText('our-products');
  const title = text(`items.${id}.title`);
  return (
    <li className="card apps__card" data-sky={sky} data-rise>
      <div className="card__art apps__art">
        <Picture src={wideArt} alt={text(`items.${id}.alt`)} />
        <span className={statusType === 'available' ? 'badge badge--live' : 'badge badge--building'}>
          {text(statusType)}
        </span>
      </div>
      <div className="apps__text">
        <h2 className="t-3 apps__name">
          <Icon name={icon} />
          {title}
        </h2>
        <p>{text(`items.${id}.text`)}</p>
        {link ? (
          <Link className="apps__more" href={link}>
            <span>
              {text('learnMore')}
              <span className="sr">: {title}</span>
            </span>
            <Icon name="arrow-right" />
          </Link>
        ) : (
          <span className="apps__more">
            <Icon name="clock" />
            {text('comingSoon')}
          </span>
        )}
      </div>
    </li>
  );
}

export const page = definePage({ art, Page: Apps });
