import { showGoogleMap } from './google-map.ts';
import type { FromFrame, NamedView, ShownMap, ToFrame } from './map-view.ts';

/**
 * The script of the document that shows Google's map in a frame (client/pages/contacts/map/framed-map.ts). It sends a
 * message port to the page; the page then sends through this port what the map has to show.
 */
// The document of this script has the canvas.
const canvas = document.querySelector<HTMLElement>('.map__canvas') as HTMLElement;
const { port1: port, port2: portOfPage } = new MessageChannel();
const send = (message: FromFrame) => port.postMessage(message);
let map: ShownMap | undefined;

async function show(view: NamedView): Promise<void> {
  try {
    map = await showGoogleMap(canvas, view, {
      key: document.body.dataset['key'] ?? '',
      language: document.documentElement.lang,
      onKeyRefused: () => send('failed'),
    });
    send('shown');
  } catch {
    send('failed');
  }
}

port.addEventListener('message', ({ data }: MessageEvent<ToFrame>) => {
  if ('show' in data) void show(data.show);
  else if ('zoomBy' in data) map?.zoomBy(data.zoomBy);
  else map?.rename(data.rename);
});
port.start();
parent.postMessage('map', location.origin, [portOfPage]);
