import { useRef } from 'react';
import { SectionHead } from '../../components/section-head.tsx';
import { useText } from '../../lib/site-context.ts';
import { useNearModule } from '../../lib/use-near-module.ts';
import { conflicts } from './conflicts.ts';
import { MergeView } from './merge-view.tsx';

/** The part that answers is loaded before the example can be seen. */
const nearMargin = '600px';
const loadPlay = () => import('./merge-play.tsx');

/** The first conflict as the server prints it; near the window it becomes one that can be decided. */
export function MergeExample() {
  const text = useText('gitl');
  const figure = useRef<HTMLElement>(null);
  const play = useNearModule(figure, nearMargin, loadPlay);
  return (
    <section className="section" aria-labelledby="how">
      <div className="shell">
        <SectionHead id="how" title={text('graph.title')} intro={text('features.intro')} />
        <figure className="merge" ref={figure} aria-label={text('graph.caption')}>
          {play ? <play.MergePlay /> : <MergeView conflict={conflicts[0]} number={1} total={conflicts.length} />}
        </figure>
      </div>
    </section>
  );
}
