import { useEffect, useRef, useState, type RefObject } from 'react';
import { asset } from '#shared/asset.ts';
import { directionsTo, type MapView, type NamedView, type ShownMap } from '../lib/map-view.ts';
import { useLanguage, useSite, useText } from '../lib/site-context.ts';
import { useNear } from '../lib/use-near.ts';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

type State = 'waiting' | 'loading' | 'shown' | 'failed';

/** Nothing is requested of a third party before the map is so near to the window. */
const nearMargin = '300px';

/** Shows the map inside `container` once `near`; `retry` starts another attempt after a failure. */
function useMap(container: RefObject<HTMLElement | null>, near: boolean, view: NamedView) {
  const { googleMap } = useSite();
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ attempt: number; map: ShownMap | null } | null>(null);
  const { lat, lng } = view.center;
  const current = result?.attempt === attempt ? result : null;
  const latestView = useRef(view);
  useEffect(() => {
    latestView.current = view;
    current?.map?.rename(view);
  });

  useEffect(() => {
    if (!near || !container.current) return;
    const parent = container.current;
    let unmounted = false;
    let map: ShownMap | null = null;
    const fail = () => {
      if (!unmounted) setResult({ attempt, map: null });
    };
    const show = async () => {
      if (!googleMap) return (await import('../lib/leaflet-map.ts')).showLeafletMap(parent, latestView.current);
      return (await import('../lib/framed-map.ts')).showFramedMap(parent, latestView.current, fail);
    };
    show().then((shown) => {
      map = shown;
      if (unmounted) shown.remove();
      else setResult({ attempt, map: shown });
    }, fail);
    return () => {
      unmounted = true;
      map?.remove();
    };
  }, [near, container, googleMap, attempt, lat, lng, view.zoom]);

  const finished: State = current?.map ? 'shown' : 'failed';
  const started: State = current ? finished : 'loading';
  return {
    state: near ? started : ('waiting' as const),
    map: current?.map ?? null,
    retry: () => setAttempt(attempt + 1),
  };
}

/**
 * A map with markers. Before it is near the window, and without JavaScript, a drawing stands in its place; a link to the
 * route planner is always there.
 */
export function Map(view: MapView) {
  const text = useText('contacts');
  const { googleMap } = useSite();
  const section = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { state, map, retry } = useMap(container, useNear(section, nearMargin), {
    ...view,
    title: text('map.title'),
    language: useLanguage(),
  });
  // The button disappears: without this the focus would move to the top of the page.
  const tryAgain = () => {
    section.current?.focus({ preventScroll: true });
    retry();
  };
  const directions = (
    <a className="button button--small" href={directionsTo(view.center)}>
      {text('block.directions')}
    </a>
  );
  return (
    <section className="map" ref={section} tabIndex={-1} aria-label={text('map.title')} data-state={state}>
      {state !== 'shown' && <Drawing marker={state === 'waiting' ? view.markers[0]?.title : undefined} />}
      <div ref={container} />
      <div role="status">
        {state === 'loading' && (
          <div className="map__state" data-sky="morning">
            <Spinner />
            <p>{text('map.loading')}</p>
          </div>
        )}
        {state === 'failed' && (
          <div className="map__state">
            <Icon name="map-pin-off" />
            <p>{text('map.error')}</p>
            <p className="t-small soft map__hint">{text('map.errorHint')}</p>
            <div className="cluster">
              <button className="button button--small" type="button" onClick={tryAgain}>
                {text('map.retry')}
              </button>
              {directions}
            </div>
          </div>
        )}
      </div>
      {map && <ZoomButtons map={map} />}
      {state !== 'failed' && <div className="map__directions">{directions}</div>}
      {state === 'shown' && !googleMap && (
        <a className="map__credit t-tiny" href="https://www.openstreetmap.org/copyright">
          {text('map.attribution')}
        </a>
      )}
    </section>
  );
}

function Drawing({ marker }: { marker: string | undefined }) {
  return (
    <>
      <img src={asset('art/map.svg')} alt="" width="1920" height="400" loading="lazy" decoding="async" />
      {marker && (
        <div className="pin">
          <b>{marker}</b>
          <i />
        </div>
      )}
    </>
  );
}

function ZoomButtons({ map }: { map: ShownMap }) {
  const text = useText('contacts');
  return (
    <div className="map__zoom">
      <button type="button" aria-label={text('map.zoomIn')} onClick={() => map.zoomBy(1)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label={text('map.zoomOut')} onClick={() => map.zoomBy(-1)}>
        <Icon name="minus" />
      </button>
    </div>
  );
}
