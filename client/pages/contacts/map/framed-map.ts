import { ownPaths } from '#shared/own-paths.ts';
import { MapUnavailableError, type FromFrame, type NamedView, type ShownMap, type ToFrame } from './map-view.ts';

/** How long the document of the frame and its script may take to load. */
const documentTimeoutMs = 10_000;

/** Resolves with the message port that the script of the frame sends as soon as it runs. */
function receivePort(frame: HTMLIFrameElement): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    function finish() {
      clearTimeout(timeout);
      removeEventListener('message', receive);
    }
    function receive({ source, origin, ports: [port] }: MessageEvent) {
      if (source !== frame.contentWindow || origin !== location.origin || !port) return;
      finish();
      resolve(port);
    }
    const timeout = setTimeout(() => {
      finish();
      reject(new Error('the document of the map took too long'));
    }, documentTimeoutMs);
    addEventListener('message', receive);
  });
}

/**
 * Shows Google's map in a document of its own: Google's code has no access to the page, and the content security policy
 * of the page does not have to allow it. Rejects when there is no map to show; `onFailed` is called also when Google
 * removes the map later.
 */
export async function showFramedMap(parent: HTMLElement, view: NamedView, onFailed: () => void): Promise<ShownMap> {
  const frame = document.createElement('iframe');
  frame.src = `${ownPaths.mapFrame}?lang=${view.language}`;
  frame.title = view.title;
  frame.className = 'map__canvas';
  parent.append(frame);
  try {
    const port = await receivePort(frame);
    const send = (message: ToFrame) => port.postMessage(message);
    await new Promise<void>((resolve, reject) => {
      port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
        if (data === 'shown') return resolve();
        reject(new MapUnavailableError('the map could not be shown'));
        onFailed();
      });
      port.start();
      send({ show: view });
    });
    return {
      zoomBy: (steps) => send({ zoomBy: steps }),
      rename: (named) => {
        frame.title = named.title;
        send({ rename: named });
      },
      remove: () => frame.remove(),
    };
  } catch (error) {
    frame.remove();
    throw error;
  }
}
