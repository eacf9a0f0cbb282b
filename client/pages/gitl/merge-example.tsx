import { useRef } from 'react';
import { Section } from '../../components/section.tsx';
import { useText } from '../../lib/site-context.ts';
import { useNearModule } from '../../lib/use-near-module.ts';
import { conflicts } from './conflicts.ts';
import { MergeView } from './merge-view.tsx';

/**
 * At this distance from the window the script of the example is loaded, so that it is there when the example is seen.
 */
const nearMargin = '600px';
const loadPlay = () => import('./merge-play.tsx');

/** Shows the first conflict as the server renders it, and the interactive example once its script is loaded. */
export function MergeExample() {
  const text = useText('gitl');
  const figure = useRef<HTMLElement>(null);
  const play = useNearModule(figure, nearMargin, loadPlay);
  return (
    <Section id="how" title={text('graph.title')} intro={text('features.intro')}>
      <figure className="merge-example" ref={figure} aria-label={text('graph.caption')}>
        {play ? <play.MergePlay /> : <MergeView conflict={conflicts[0]} number={1} total={conflicts.length} />}
      </figure>
    </Section>
  );
}
