import { asset } from '#shared/asset.ts';
import { ArrowLink } from '../components/arrow-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Quote } from '../components/quote.tsx';
import { Section } from '../components/section.tsx';
import { FeatureSection } from '../components/feature-section.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const art = asset('art/head-about.svg');

function About() {
  const text = useText('about');
  const team = useText('team');
  return (
    <>
      <PageHead sky="noon" title={text('title')} lead={text('lead')} art={art} sun={[0.157, 0.1]} />
      <Section split id="mission" title={text('mission.title')} surface="haze">
        <p className="t-lead prose">{text('mission.text')}</p>
      </Section>
      <FeatureSection
        area="about"
        name="values"
        art={{
          innovation: asset('art/mark-paper-boat-rain.svg'),
          quality: asset('art/mark-plumb-line-rain.svg'),
          collaboration: asset('art/mark-canoe-rain.svg'),
          impact: asset('art/mark-target-rain.svg'),
        }}
      />
      <Story />
      <Quote
        sky="morning"
        art={asset('art/team-ceo-founder.svg')}
        alt={team('members.ceo-founder.alt')}
        text={text('quote.text')}
        name={team('members.ceo-founder.name')}
        position={team('members.ceo-founder.position')}
      />
      <FeatureSection
        area="about"
        name="why"
        art={{
          aiFirst: asset('art/mark-robot-morning.svg'),
          humanTouch: asset('art/mark-helm-morning.svg'),
          trackRecord: asset('art/mark-ledger-morning.svg'),
          futureReady: asset('art/mark-cairn-morning.svg'),
        }}
      />
      <CallToAction sky="noon" title={text('call.title')} text={text('call.text')}>
        <Link className="button" href="/contacts#contact">
          {text('call.button')}
        </Link>
        <ArrowLink href="/process">{text('call.process')}</ArrowLink>
      </CallToAction>
    </>
  );
}

function Story() {
  const text = useText('about');
  return (
    <Section split id="story" title={text('story.title')} surface="haze">
      <div className="prose">
        <p className="t-lead">{text('story.first')}</p>
        <p>{text('story.second')}</p>
        <p>{text('story.third')}</p>
        <p>
          <ArrowLink href="/team">{text('story.team')}</ArrowLink>
        </p>
      </div>
    </Section>
  );
}

export const page = definePage({ art, Page: About });
