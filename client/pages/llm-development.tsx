import { asset } from '#shared/asset.ts';
import { FeatureList } from '../components/feature-list.tsx';
import { Meter } from './llm-development/meter.tsx';
import { Section } from '../components/section.tsx';
import { StepSection } from '../components/step-section.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { models } from '../content/models.ts';
import { loadArticlesAbout, type ServiceData } from '../content/related.ts';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const area = 'llm-development';
const applications = ['customerAnswers', 'documentReading', 'codeWork', 'mailSorting'] as const;

const art = asset('art/head-llm.svg');

function LlmDevelopment({ data: { articles } }: { data: ServiceData }) {
  const text = useText(area);
  return (
    <ServicePage
      area={area}
      related={['ai', 'ml', 'security']}
      articles={articles}
      sky="night"
      art={art}
      sun={[0.599, 0.075]}
      features={{
        groundedAnswers: asset('art/mark-well-night.svg'),
        dataExtraction: asset('art/mark-spinning-wheel-night.svg'),
        agents: asset('art/mark-kite-night.svg'),
        fineTuning: asset('art/mark-anvil-night.svg'),
      }}
      caseStudies={text('call.cases')}
    >
      <Models />
      <Applications />
      <StepSection
        area={area}
        name="steps"
        items={['discovery', 'evaluation', 'development', 'pilot', 'operation']}
        label="duration"
        surface="haze"
      />
    </ServicePage>
  );
}

function Models() {
  const text = useText(area);
  return (
    <Section id="models" title={text('models.title')} intro={text('models.intro')} surface="haze">
      <FeatureList
        items={models.map(({ id, accuracy, speed }) => ({
          id,
          title: text(`models.items.${id}.title`),
          text: text(`models.items.${id}.text`),
          measure: (
            <div className="meter__list">
              <Meter label={text('models.accuracy')} value={accuracy} />
              <Meter label={text('models.speed')} value={speed} sun />
            </div>
          ),
        }))}
      />
      <p className="t-small soft meter__note">{text('models.note')}</p>
    </Section>
  );
}

function Applications() {
  const text = useText(area);
  return (
    <Section id="applications" title={text('applications.title')} intro={text('applications.intro')}>
      <FeatureList
        items={applications.map((id) => ({
          id,
          title: text(`applications.items.${id}.title`),
          text: text(`applications.items.${id}.text`),
          measure: <p className="feature-list__metric">{text(`applications.items.${id}.metric`)}</p>,
        }))}
      />
    </Section>
  );
}

export const page = definePage<ServiceData>({ art, load: loadArticlesAbout('/llm-development'), Page: LlmDevelopment });
