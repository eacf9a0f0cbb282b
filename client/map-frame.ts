import { showGoogleMap } from './lib/google-map.ts';
import type { FromFrame, ShownMap, ToFrame } from './lib/map-view.ts';

/** Runs in the frame that the map has to itself (client/lib/framed-map.ts); what to show is told by the page around it. */
const canvas = document.querySelector<HTMLElement>('.map__canvas') as HTMLElement;
const { port1: line, port2: ofPage } = new MessageChannel();
const tell = (message: FromFrame) => line.postMessage(message);
let map: ShownMap | undefined;

line.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
  if ('zoomBy' in data) map?.zoomBy(data.zoomBy);
  else if ('rename' in data) map?.rename(data.rename);
  else
    showGoogleMap(canvas, data.show, {
      key: document.body.dataset['key'] ?? '',
      language: document.documentElement.lang,
      onRefused: () => tell('failed'),
    }).then(
      (shown) => {
        map = shown;
        tell('shown');
      },
      () => tell('failed'),
    );
});
line.start();
parent.postMessage('map', location.origin, [ofPage]);
