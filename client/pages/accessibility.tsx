import { company } from '#shared/company.ts';
import { PageHead } from '../components/page-head.tsx';
import { Section } from '../components/section.tsx';
import { TickSection } from '../components/tick-section.tsx';
import { definePage } from '../lib/define-page.ts';
import { useText } from '../lib/site-context.ts';

/** The section `tested` describes the browser tests; change both together. */
function Accessibility() {
  const text = useText('accessibility');
  return (
    <>
      <PageHead sky="morning" title={text('title')} lead={text('lead')} />
      <Section split id="standard" title={text('standard.title')}>
        <p className="prose">{text('standard.text')}</p>
      </Section>
      <TickSection
        area="accessibility"
        name="tested"
        items={['axe', 'keyboard', 'sizes', 'settings', 'script']}
        surface="haze"
        single
      />
      <TickSection
        area="accessibility"
        name="gaps"
        items={['readers', 'map', 'words', 'files']}
        surface="white"
        single
      />
      <Section split id="complain" title={text('complain.title')} surface="haze">
        <div className="prose">
          <p>{text('complain.text')}</p>
          <p>
            <a className="arrow-link" href={`mailto:${company.email}`}>
              {company.email}
            </a>
          </p>
        </div>
      </Section>
    </>
  );
}

export const page = definePage({ Page: Accessibility });
