import { useRef } from 'react';
import { asset } from '#shared/asset.ts';
import { useText } from '../../lib/site-context.ts';
import { useNearModule } from '../../lib/use-near-module.ts';
import { directionsTo, type MapView } from './map/map-view.ts';

/** The distance from the window at which the map is loaded; before that, no request goes to a third party. */
const nearMargin = '300px';
const loadMap = () => import('./map/live-map.tsx');

/**
 * A map with markers. Before it is near the window, and without JavaScript, a drawing stands in its place; a link to
 * the route planner is always there.
 */
export function MapSection(view: MapView) {
  const text = useText('contacts');
  const section = useRef<HTMLElement>(null);
  const live = useNearModule(section, nearMargin, loadMap);
  const drawing = <img src={asset('art/map.svg')} alt="" width="1920" height="400" loading="lazy" decoding="async" />;
  // The section and the link stay when the map comes: whoever has the focus on the link must not lose it.
  return (
    <section className="map" ref={section} tabIndex={-1} aria-label={text('map.title')}>
      {live ? (
        <live.LiveMap view={view} drawing={drawing} section={section} />
      ) : (
        <>
          {drawing}
          <div className="map__pin">
            <b>{view.markers[0]?.title}</b>
            <i />
          </div>
        </>
      )}
      <div className="map__directions">
        <a className="button button--small" href={directionsTo(view.center)}>
          {text('block.directions')}
        </a>
      </div>
    </section>
  );
}
