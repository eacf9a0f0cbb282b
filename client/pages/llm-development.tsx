import { asset } from '#shared/asset.ts';
import { models } from '#shared/models.ts';
import type { Locales } from '#shared/locales.ts';
import { Meter } from '../components/meter.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { ServicePage } from '../components/service-page.tsx';
import { Steps } from '../components/steps.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

const area = 'llm-development';
const applications = ['customerAnswers', 'documentReading', 'codeWork', 'mailSorting'] as const;

function LlmDevelopment() {
  const text = useText(area);
  return (
    <ServicePage<Locales['llm-development']>
      area={area}
      sky="night"
      art={asset('art/head-llm.svg')}
      features={{
        groundedAnswers: 'message-square-quote',
        dataExtraction: 'file-text',
        agents: 'bot',
        fineTuning: 'brain-circuit',
      }}
      cases={text('call.cases')}
    >
      <Models />
      <Applications />
      <Steps<Locales['llm-development']>
        area={area}
        items={['discovery', 'evaluation', 'development', 'pilot', 'operation']}
        timed
        haze
      />
    </ServicePage>
  );
}

function Models() {
  const text = useText(area);
  return (
    <section className="section section--haze" aria-labelledby="models">
      <div className="shell">
        <SectionHead id="models" title={text('models.title')} intro={text('models.intro')} />
        <div className="grid features">
          {models.map(({ id, accuracy, speed }) => (
            <article className="feature feature--measured" key={id} data-rise>
              <h3 className="t-3">{text(`models.items.${id}.title`)}</h3>
              <p>{text(`models.items.${id}.text`)}</p>
              <div className="meters">
                <Meter label={text('models.accuracy')} value={accuracy} />
                <Meter label={text('models.speed')} value={speed} sun />
              </div>
            </article>
          ))}
        </div>
        <p className="t-small soft meters__note">{text('models.note')}</p>
      </div>
    </section>
  );
}

function Applications() {
  const text = useText(area);
  return (
    <section className="section" aria-labelledby="applications">
      <div className="shell">
        <SectionHead id="applications" title={text('applications.title')} intro={text('applications.intro')} />
        <div className="grid features">
          {applications.map((id) => (
            <article className="feature feature--measured" key={id} data-rise>
              <h3 className="t-3">{text(`applications.items.${id}.title`)}</h3>
              <p>{text(`applications.items.${id}.text`)}</p>
              <p className="feature__metric">{text(`applications.items.${id}.metric`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}

export const page = definePage({ Page: LlmDevelopment });
