import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLanguage, useSite, useText } from '../../../lib/site-context.ts';
import { Icon } from '../../../components/icon.tsx';
import { Waiting } from '../../../components/waiting.tsx';
import { MapUnavailableError, type MapView, type NamedView, type ShownMap } from './map-view.ts';

type State = 'loading' | 'shown' | 'failed';

/** Shows the map inside `container`; `retry` starts another attempt after a failure. */
function useMap(container: RefObject<HTMLElement | null>, view: NamedView) {
  const { googleMap, reportError } = useSite();
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
    if (!container.current) return;
    const parent = container.current;
    let unmounted = false;
    let map: ShownMap | null = null;
    const fail = (error?: unknown) => {
      // The frame of a page that the visitor has left does not load any more.
      if (unmounted) return;
      if (error && !(error instanceof MapUnavailableError)) reportError('caught', error);
      setResult({ attempt, map: null });
    };
    const show = async () => {
      if (!googleMap) return (await import('./leaflet-map.ts')).showLeafletMap(parent, latestView.current);
      return (await import('./framed-map.ts')).showFramedMap(parent, latestView.current, fail);
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
  }, [container, googleMap, reportError, attempt, lat, lng, view.zoom]);

  const finished: State = current?.map ? 'shown' : 'failed';
  return {
    state: current ? finished : ('loading' as const),
    map: current?.map ?? null,
    retry: () => setAttempt(attempt + 1),
  };
}

interface Props {
  view: MapView;
  /** Stands in the place of the map until it is shown. */
  drawing: ReactNode;
  /** The section around the map, which also has the link to the route planner. */
  section: RefObject<HTMLElement | null>;
}

/** The map itself: loading, shown, or failed with the drawing behind the message. */
export function LiveMap({ view, drawing, section }: Props) {
  const text = useText('contacts');
  const { googleMap } = useSite();
  const container = useRef<HTMLDivElement>(null);
  const { state, map, retry } = useMap(container, {
    ...view,
    title: text('map.title'),
    language: useLanguage(),
  });
  // The button disappears: without this the focus would move to the top of the page.
  const tryAgain = () => {
    section.current?.focus({ preventScroll: true });
    retry();
  };
  return (
    <>
      {state !== 'shown' && drawing}
      <div ref={container} />
      <div role="status">
        {state === 'loading' && (
          <div className="map__state" data-sky="morning">
            <Waiting large />
            <p>{text('map.loading')}</p>
          </div>
        )}
        {state === 'failed' && (
          <div className="map__state">
            <Icon name="map-pin" />
            <p>{text('map.error')}</p>
            <p className="t-small soft map__hint">{text('map.errorHint')}</p>
            <button className="button button--small" type="button" onClick={tryAgain}>
              {text('map.retry')}
            </button>
          </div>
        )}
      </div>
      {map && <ZoomButtons map={map} />}
      {state === 'shown' && !googleMap && (
        <a className="map__credit t-tiny" href="https://www.openstreetmap.org/copyright">
          {text('map.attribution')}
        </a>
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
