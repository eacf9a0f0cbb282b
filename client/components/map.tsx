import { useEffect, useRef, useState, type RefObject } from 'react';
import { asset } from '#shared/asset.ts';
import { directionsTo, type MapView, type NamedView, type ShownMap } from '../lib/map-view.ts';
import { useLanguage, useSite, useText } from '../lib/site-context.ts';
import { useNear } from '../lib/use-near.ts';
import { Icon } from './icon.tsx';

type State = 'resting' | 'loading' | 'shown' | 'failed';

/** Nothing is asked of a third party before the map is about to be seen. */
const nearMargin = '300px';

/** Brings the map into `canvas` once `near`; `retry` tries again after a failure. */
function useMap(canvas: RefObject<HTMLElement | null>, near: boolean, view: NamedView) {
  const { googleMap } = useSite();
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<{ attempt: number; map: ShownMap | null } | null>(null);
  const { lat, lng } = view.center;
  const current = outcome?.attempt === attempt ? outcome : null;
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
    current?.map?.rename(view);
  });

  useEffect(() => {
    if (!near || !canvas.current) return;
    const element = canvas.current;
    let left = false;
    let map: ShownMap | null = null;
    const fail = () => {
      if (!left) setOutcome({ attempt, map: null });
    };
    const show = async () => {
      if (!googleMap) return (await import('../lib/leaflet-map.ts')).showLeafletMap(element, latest.current);
      return (await import('../lib/framed-map.ts')).showFramedMap(element, latest.current, fail);
    };
    show().then((shown) => {
      map = shown;
      if (left) shown.remove();
      else setOutcome({ attempt, map: shown });
    }, fail);
    return () => {
      left = true;
      map?.remove();
    };
  }, [near, canvas, googleMap, attempt, lat, lng, view.zoom]);

  const finished: State = current?.map ? 'shown' : 'failed';
  const running: State = current ? finished : 'loading';
  return {
    state: near ? running : ('resting' as const),
    map: current?.map ?? null,
    retry: () => setAttempt(attempt + 1),
  };
}

/**
 * A map of 400 px (spec.md, section 2). Before it is near, and without JavaScript, a drawing with the marker stands in
 * its place; the way there is always one link away.
 */
export function Map(view: MapView) {
  const text = useText('contacts');
  const { googleMap } = useSite();
  const section = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const { state, map, retry } = useMap(canvas, useNear(section, nearMargin), {
    ...view,
    title: text('map.title'),
    language: useLanguage(),
  });
  // The button goes: the map, or what is said in its place, takes the focus over.
  const tryAgain = () => {
    section.current?.focus({ preventScroll: true });
    retry();
  };
  return (
    <section className="map" ref={section} tabIndex={-1} aria-label={text('map.title')} data-state={state}>
      {state === 'resting' && (
        <>
          <img src={asset('art/map.svg')} alt="" width="1920" height="400" loading="lazy" decoding="async" />
          <div className="pin">
            <b>{view.markers[0]?.title}</b>
            <i />
          </div>
        </>
      )}
      <div
        className="map__canvas"
        ref={canvas}
        {...(state === 'shown' ? { role: 'group', 'aria-label': text('map.title') } : {})}
      />
      <div role="status">
        {state === 'loading' && (
          <div className="map__state" data-sky="morning">
            <span className="big-lines" aria-hidden="true">
              <i />
              <i />
              <i />
              <i />
            </span>
            <p>{text('map.loading')}</p>
          </div>
        )}
        {state === 'failed' && (
          <div className="map__state">
            <Icon name="map-pin-off" />
            <p>{text('map.error')}</p>
            <p className="t-small soft map__hint">{text('map.errorHint')}</p>
            <button className="button button--small button--line" type="button" onClick={tryAgain}>
              {text('map.retry')}
            </button>
          </div>
        )}
      </div>
      {map && (
        <div className="map__zoom">
          <button type="button" aria-label={text('map.zoomIn')} onClick={() => map.zoomBy(1)}>
            <Icon name="plus" />
          </button>
          <button type="button" aria-label={text('map.zoomOut')} onClick={() => map.zoomBy(-1)}>
            <Icon name="minus" />
          </button>
        </div>
      )}
      <a className="button button--small map__directions" href={directionsTo(view.center)}>
        {text('block.directions')}
      </a>
      {state === 'shown' && !googleMap && (
        <a className="map__credit t-tiny" href="https://www.openstreetmap.org/copyright">
          {text('map.attribution')}
        </a>
      )}
    </section>
  );
}
