import { useEffect, useRef, useState, type ComponentType } from 'react';
import { SectionHead } from '../../components/section-head.tsx';
import { useText } from '../../lib/site-context.ts';
import { useNear } from '../../lib/use-near.ts';
import { conflicts } from './conflicts.ts';
import { MergeView } from './merge-view.tsx';

/** The part that answers is loaded before the example can be seen. */
const nearMargin = '600px';

/** The first conflict as the server prints it; near the window it becomes one that can be decided. */
export function MergeExample() {
  const text = useText('gitl');
  const figure = useRef<HTMLElement>(null);
  const near = useNear(figure, nearMargin);
  const [Play, setPlay] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!near) return;
    let unmounted = false;
    import('./merge-play.tsx').then(
      ({ MergePlay }) => {
        if (!unmounted) setPlay(() => MergePlay);
      },
      // Without it the example is still there to be read.
      () => undefined,
    );
    return () => {
      unmounted = true;
    };
  }, [near]);
  return (
    <section className="section" aria-labelledby="how">
      <div className="shell">
        <SectionHead id="how" title={text('graph.title')} intro={text('features.intro')} />
        <figure className="merge" ref={figure} aria-label={text('graph.caption')}>
          {Play ? <Play /> : <MergeView conflict={conflicts[0]} number={1} total={conflicts.length} />}
        </figure>
      </div>
    </section>
  );
}
