import { asset } from '#shared/asset.ts';
import { Call } from '../components/call.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Quote } from '../components/quote.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const values = [
  { id: 'innovation', icon: 'lightbulb' },
  { id: 'quality', icon: 'badge-check' },
  { id: 'collaboration', icon: 'handshake' },
  { id: 'impact', icon: 'target' },
] as const;

const reasons = [
  { id: 'aiFirst', icon: 'brain-circuit' },
  { id: 'humanTouch', icon: 'heart-handshake' },
  { id: 'trackRecord', icon: 'mountain' },
  { id: 'futureReady', icon: 'sunrise' },
] as const;

function About() {
  const text = useText('about');
  const team = useText('team');
  return (
    <>
      <PageHead sky="noon" title={text('title')} lead={text('lead')} art={asset('art/head-about.svg')} />
      <Mission />
      <Values />
      <Story />
      <WhyUs />
      <Quote
        sky="morning"
        art={asset('art/team-ceo-founder.svg')}
        alt={team('members.ceo-founder.alt')}
        text={text('quote.text')}
        name={team('members.ceo-founder.name')}
        position={team('members.ceo-founder.position')}
      />
      <Call sky="noon" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts#contact">
          {text('call.button')}
        </Link>
        <Link className="go" href="/process">
          {text('call.process')}
          <Icon name="arrow-right" />
        </Link>
      </Call>
    </>
  );
}

function Mission() {
  const text = useText('about');
  return (
    <section className="section section--haze" aria-labelledby="mission">
      <div className="shell split">
        <h2 className="t-2" id="mission">
          {text('mission.title')}
        </h2>
        <p className="t-lead prose">{text('mission.text')}</p>
      </div>
    </section>
  );
}

function Values() {
  const text = useText('about');
  return (
    <section className="section" aria-labelledby="values">
      <div className="shell">
        <SectionHead id="values" title={text('values.title')} intro={text('values.intro')} />
        <ul className="grid features">
          {values.map(({ id, icon }) => (
            <li className="feature" key={id} data-sky="noon" data-rise>
              <span className="icon">
                <Icon name={icon} />
              </span>
              <h3 className="t-3">{text(`values.items.${id}.title`)}</h3>
              <p>{text(`values.items.${id}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Story() {
  const text = useText('about');
  return (
    <section className="section section--haze" aria-labelledby="story">
      <div className="shell split">
        <h2 className="t-2" id="story">
          {text('story.title')}
        </h2>
        <div className="prose">
          <p className="t-lead">{text('story.first')}</p>
          <p>{text('story.second')}</p>
          <p>{text('story.third')}</p>
          <p>
            <Link className="go" href="/team">
              {text('story.team')}
              <Icon name="arrow-right" />
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}

function WhyUs() {
  const text = useText('about');
  return (
    <section className="section" aria-labelledby="why">
      <div className="shell">
        <SectionHead id="why" title={text('why.title')} intro={text('why.intro')} />
        <ul className="grid features">
          {reasons.map(({ id, icon }) => (
            <li className="feature" key={id} data-rise>
              <span className="icon icon--bare">
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

export const page = definePage({ Page: About });
