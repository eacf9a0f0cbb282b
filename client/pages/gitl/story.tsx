import type { ReactNode } from 'react';
import { asset } from '#shared/asset.ts';
import { FeatureList } from '../../components/feature-list.tsx';
import { TickList } from '../../components/tick-list.tsx';
import { useSectionTexts, type ItemId } from '../../lib/section-texts.ts';
import { useText } from '../../lib/site-context.ts';
import { useScrollStop } from '../../lib/use-scroll-stop.ts';

const challenges = ['context', 'editor', 'privacy', 'control'] as const;
const features: Record<ItemId<'gitl', 'features'>, string> = {
  intent: asset('art/mark-magnifier-night.svg'),
  result: asset('art/mark-jigsaw-night.svg'),
  reasons: asset('art/mark-signpost-night.svg'),
  checks: asset('art/mark-flask-night.svg'),
  local: asset('art/mark-anchor-night.svg'),
  undo: asset('art/mark-ladder-night.svg'),
};

interface PartProps {
  title: string;
  lead: string | undefined;
  merge?: boolean;
  children?: ReactNode;
}

/** Shows one commit of the graph. */
function Part({ title, lead, merge, children }: PartProps) {
  return (
    <div className={merge ? 'story__node story__node--merge story__part' : 'story__node story__part'}>
      <h2 className="t-2">{title}</h2>
      <div>
        <p className="t-lead">{lead}</p>
        {children}
      </div>
    </div>
  );
}

interface TickPartProps<Name extends 'solution' | 'benefits'> {
  name: Name;
  items: readonly ItemId<'gitl', Name>[];
}

/** Shows one commit of the graph with a list. */
function TickPart<Name extends 'solution' | 'benefits'>({ name, items }: TickPartProps<Name>) {
  const { title, intro, item } = useSectionTexts('gitl', name);
  return (
    <Part title={title} lead={intro}>
      <TickList items={items.map(item)} />
    </Part>
  );
}

/** Shows the case study beside a commit graph, in which a branch leaves the trunk and is merged again. */
export function Story() {
  const text = useText('gitl');
  return (
    <section className="section story" aria-label={text('graph.caseStudy')}>
      <div className="shell">
        <div className="story__graph">
          <Part title={text('background.title')} lead={text('background.first')}>
            <p className="soft">{text('background.second')}</p>
          </Part>
          <div className="story__branch">
            <Part title={text('challenge.title')} lead={text('challenge.text')}>
              <TickList items={challenges.map((id) => ({ id, text: text(`challenge.items.${id}`) }))} />
            </Part>
            <TickPart name="solution" items={['context', 'merge', 'checks', 'reasons']} />
            <Features />
            <TickPart name="benefits" items={['interruptions', 'safety', 'branches', 'history']} />
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
  const { title, item } = useSectionTexts('gitl', 'features');
  const strip = useScrollStop<HTMLDivElement>();
  return (
    <div className="story__node stack story__features">
      <h2 className="t-2" id="features">
        {title}
      </h2>
      {/* On phones the list scrolls sideways, also by keyboard. */}
      <div className="strip">
        <div ref={strip} className="story__strip" role="group" aria-labelledby="features" tabIndex={0}>
          <FeatureList items={Object.entries(features).map(([id, art]) => ({ ...item(id), art }))} />
        </div>
      </div>
    </div>
  );
}
