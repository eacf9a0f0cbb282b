import { asset } from '#shared/asset.ts';
import { company } from '#shared/company.ts';
import { ArrowLink } from '../components/arrow-link.tsx';
import { CallToAction } from '../components/call-to-action.tsx';
import { FeatureList } from '../components/feature-list.tsx';
import { Link } from '../components/link.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Section } from '../components/section.tsx';
import { QuestionSection } from '../components/question-section.tsx';
import { StepSection } from '../components/step-section.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

/** The contact form with its career tab selected. */
const careerForm = '/contacts?topic=career#contact';

const reasons = [
  { id: 'innovation', art: asset('art/mark-biplane-rain.svg') },
  { id: 'impact', art: asset('art/mark-bell-dawn.svg') },
  { id: 'growth', art: asset('art/mark-sapling-noon.svg') },
] as const;

const art = asset('art/head-careers.svg');

function Careers() {
  const text = useText('careers');
  const button = (
    <Link className="button" href={careerForm}>
      {text('call.button')}
    </Link>
  );
  return (
    <>
      <PageHead sky="rain" title={text('title')} lead={text('lead')} art={art} sun={[0.355, 0.079]}>
        {button}
      </PageHead>
      <Section split id="why" title={text('why.title')} intro={text('why.intro')}>
        <FeatureList
          layout="rows"
          items={reasons.map((reason) => ({
            ...reason,
            title: text(`why.items.${reason.id}.title`),
            text: text(`why.items.${reason.id}.text`),
          }))}
        />
      </Section>
      <StepSection area="careers" name="how" items={['letter', 'talk', 'task', 'answer']} surface="haze" />
      <QuestionSection
        area="answers-applicants"
        name="questions"
        items={['roles', 'contract', 'place', 'reservation', 'english', 'hours', 'answer']}
      />
      <CallToAction sky="rain" title={text('call.title')} text={text('call.text')}>
        {button}
        <a className="arrow-link" href={`mailto:${company.careersEmail}`}>
          {company.careersEmail}
        </a>
        <ArrowLink href="/team">{text('call.team')}</ArrowLink>
      </CallToAction>
    </>
  );
}

export const page = definePage({ art, Page: Careers });
