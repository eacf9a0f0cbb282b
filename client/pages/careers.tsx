import { asset } from '#shared/asset.ts';
import { Call } from '../components/call.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { StepList } from '../components/step-list.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

/** The contact form with its career tab open. */
const letter = '/contacts?topic=career#contact';

const reasons = [
  { id: 'innovation', icon: 'lightbulb', sky: 'rain' },
  { id: 'impact', icon: 'target', sky: 'dawn' },
  { id: 'growth', icon: 'sprout', sky: 'noon' },
] as const;

const steps = ['letter', 'talk', 'task', 'answer'] as const;

function Careers() {
  const text = useText('careers');
  return (
    <>
      <PageHead sky="rain" title={text('title')} lead={text('lead')} art={asset('art/head-careers.svg')}>
        <Link className="button" href={letter}>
          {text('call.button')}
        </Link>
      </PageHead>
      <WhyJoin />
      <section className="section section--haze" aria-labelledby="how">
        <div className="shell">
          <SectionHead id="how" title={text('how.title')} />
          <StepList
            items={steps.map((id) => ({ title: text(`how.items.${id}.title`), text: text(`how.items.${id}.text`) }))}
          />
        </div>
      </section>
      <Call sky="rain" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href={letter}>
          {text('call.button')}
        </Link>
        <Link className="go" href="/team">
          {text('call.team')}
          <Icon name="arrow-right" />
        </Link>
      </Call>
    </>
  );
}

function WhyJoin() {
  const text = useText('careers');
  return (
    <section className="section" aria-labelledby="why">
      <div className="shell split">
        <div className="stack">
          <h2 className="t-2" id="why">
            {text('why.title')}
          </h2>
          <p className="soft split__intro">{text('why.intro')}</p>
        </div>
        <ul className="rows">
          {reasons.map(({ id, icon, sky }) => (
            <li className="row" key={id} data-sky={sky} data-rise>
              <span className="icon">
                <Icon name={icon} />
              </span>
              <h3 className="t-3">{text(`why.items.${id}.title`)}</h3>
              <p>{text(`why.items.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export const page = definePage({ Page: Careers });
