import { asset } from '#shared/asset.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Picture } from '../components/picture.tsx';
import { apps, type App } from '../lib/apps.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

function Apps() {
  const text = useText('our-products');
  return (
    <>
      <PageHead sky="morning" title={text('title')} lead={text('lead')} art={asset('art/head-apps.svg')} />
      <div className="section">
        <div className="shell stack apps">
          <ul className="app-grid">
            {apps.map((app) => (
              <AppCard key={app.id} app={app} />
            ))}
          </ul>
          <div className="apps__note">
            <p className="soft prose">{`${text('note.title')} ${text('note.text')}`}</p>
            <Link className="go" href="/contacts#contact">
              {text('note.write')}
              <Icon name="arrow-right" />
            </Link>
          </div>
        </div>
      </div>
    </>
  );
}

function AppCard({ app: { id, statusType, link, icon, sky, image } }: { app: App }) {
  const text = useText('our-products');
  const title = text(`items.${id}.title`);
  return (
    <li className="app" data-sky={sky} data-rise>
      <div className="app__art">
        <Picture src={image} alt={text(`items.${id}.alt`)} />
      </div>
      <span className={`badge ${statusType === 'available' ? 'badge--live' : 'badge--building'}`}>
        {text(statusType)}
      </span>
      <div className="app__text">
        <h2 className="t-3 app__name">
          <Icon name={icon} />
          {title}
        </h2>
        <p>{text(`items.${id}.text`)}</p>
        {link ? (
          <Link className="app__more" href={link}>
            <span>
              {text('learnMore')}
              <span className="sr">: {title}</span>
            </span>
            <Icon name="arrow-right" />
          </Link>
        ) : (
          <span className="app__more">
            <Icon name="clock" />
            {text('comingSoon')}
          </span>
        )}
      </div>
    </li>
  );
}

export const page = definePage({ Page: Apps });
