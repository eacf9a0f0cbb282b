import { mapFramePath } from '#shared/map-frame.ts';
import type { FromFrame, NamedView, ShownMap, ToFrame } from './map-view.ts';

/** How long the frame's document and its script may take; the map itself has limits of its own. */
const documentMs = 10_000;

/** The frame's end of the line, which its script sends as soon as it runs. */
function answerOf(frame: HTMLIFrameElement): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    function finish() {
      clearTimeout(limit);
      removeEventListener('message', receive);
    }
    function receive({ source, origin, ports: [port] }: MessageEvent) {
      if (source !== frame.contentWindow || origin !== location.origin || !port) return;
      finish();
      resolve(port);
    }
    const limit = setTimeout(() => {
      finish();
      reject(new Error('the map’s document is silent'));
    }, documentMs);
    addEventListener('message', receive);
  });
}

/**
 * Google's map in a document of its own: Google's code runs beside the page, not in it, and the page's policy lets in
 * nothing for its sake. Rejects when there is no map; `onFailed` tells of one that Google has taken back.
 */
export async function showFramedMap(element: HTMLElement, view: NamedView, onFailed: () => void): Promise<ShownMap> {
  const frame = document.createElement('iframe');
  frame.src = `${mapFramePath}?lang=${view.language}`;
  frame.title = view.title;
  frame.className = 'map__canvas';
  element.append(frame);
  try {
    const port = await answerOf(frame);
    const tell = (message: ToFrame) => port.postMessage(message);
    await new Promise<void>((resolve, reject) => {
      port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
        if (data === 'shown') return resolve();
        reject(new Error('the map could not be shown'));
        onFailed();
      });
      port.start();
      tell({ show: view });
    });
    return {
      zoomBy: (steps) => tell({ zoomBy: steps }),
      rename: (named) => {
        frame.title = named.title;
        tell({ rename: named });
      },
      remove: () => frame.remove(),
    };
  } catch (error) {
    frame.remove();
    throw error;
  }
}
