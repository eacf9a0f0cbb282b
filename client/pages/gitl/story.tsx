import type { ReactNode } from 'react';
import { asset } from '#shared/asset.ts';
import { Mark } from '../../components/mark.tsx';
import { useText } from '../../lib/site-context.ts';

const challenges = ['context', 'editor', 'privacy', 'control'] as const;
const solutions = ['context', 'merge', 'checks', 'reasons'] as const;
const benefits = ['interruptions', 'safety', 'branches', 'history'] as const;
const features = [
  { id: 'intent', art: asset('art/mark-weathervane-night.svg') },
  { id: 'result', art: asset('art/mark-sewing-machine-night.svg') },
  { id: 'reasons', art: asset('art/mark-signpost-night.svg') },
  { id: 'checks', art: asset('art/mark-plumb-line-night.svg') },
  { id: 'local', art: asset('art/mark-anchor-night.svg') },
  { id: 'undo', art: asset('art/mark-ladder-night.svg') },
] as const;

interface PartProps {
  title: string;
  lead: string;
  merge?: boolean;
  children?: ReactNode;
}

/** One commit of the graph. */
function Part({ title, lead, merge, children }: PartProps) {
  return (
    <div className={merge ? 'graph__node graph__node--merge story__part' : 'graph__node story__part'}>
      <h2 className="t-2">{title}</h2>
      <div>
        <p className="t-lead">{lead}</p>
        {children}
      </div>
    </div>
  );
}

/** The case study, told along a commit graph: a branch leaves the trunk and comes back. */
export function Story() {
  const text = useText('gitl');
  return (
    <section className="section gitl-story" aria-label={text('graph.caseStudy')}>
      <div className="shell">
        <div className="graph">
          <Part title={text('background.title')} lead={text('background.first')}>
            <p className="soft">{text('background.second')}</p>
          </Part>
          <div className="graph__branch">
            <Part title={text('challenge.title')} lead={text('challenge.text')}>
              <ul className="ticks">
                {challenges.map((id) => (
                  <li key={id}>
                    <span>{text(`challenge.items.${id}`)}</span>
                  </li>
                ))}
              </ul>
            </Part>
            <Part title={text('solution.title')} lead={text('solution.intro')}>
              <ul className="ticks">
                {solutions.map((id) => (
                  <li key={id}>
                    <span>
                      <b>{text(`solution.items.${id}.title`)}</b>
                      {text(`solution.items.${id}.text`)}
                    </span>
                  </li>
                ))}
              </ul>
            </Part>
            <Features />
            <Part title={text('benefits.title')} lead={text('benefits.intro')}>
              <ul className="ticks">
                {benefits.map((id) => (
                  <li key={id}>
                    <span>
                      <b>{text(`benefits.items.${id}.title`)}</b>
                      {text(`benefits.items.${id}.text`)}
                    </span>
                  </li>
                ))}
              </ul>
            </Part>
          </div>
          <Part title={text('impact.title')} lead={text('impact.text')} merge>
            <p className="soft">{text('impact.more')}</p>
          </Part>
        </div>
      </div>
    </section>
  );
}

function Features() {
  const text = useText('gitl');
  return (
    <div className="graph__node stack gitl-features">
      <h2 className="t-2">{text('features.title')}</h2>
      <div className="grid features">
        {features.map(({ id, art }) => (
          <div className="feature" key={id} data-rise>
            <Mark src={art} />
            <h3 className="t-3">{text(`features.items.${id}.title`)}</h3>
            <p>{text(`features.items.${id}.text`)}</p>
          </div>
        ))}
      </div>
    </div>
  );
}
