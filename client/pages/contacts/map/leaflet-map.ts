import { asset } from '#shared/asset.ts';
import { loadStylesheet } from '../../../lib/load-stylesheet.ts';
import { prefersReducedMotion } from '../../../lib/motion.ts';
import { createPin, MapUnavailableError, maxZoom, minZoom, type NamedView, type ShownMap } from './map-view.ts';

const tileAddress = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
/** How long to wait for the first tile. */
const firstTileTimeoutMs = 10_000;

type Leaflet = typeof import('./leaflet.ts');
type LeafletMap = InstanceType<Leaflet['Map']>;

/** Leaflet lets the keyboard focus this element, so it has a name. It is inert until the map is shown. */
function createCanvas(title: string): HTMLDivElement {
  const canvas = document.createElement('div');
  canvas.className = 'map__canvas';
  canvas.role = 'group';
  canvas.ariaLabel = title;
  canvas.inert = true;
  return canvas;
}

function createMap(leaflet: Leaflet, canvas: HTMLElement, { center, zoom }: NamedView): LeafletMap {
  const animated = !prefersReducedMotion();
  return new leaflet.Map(canvas, {
    center,
    zoom,
    minZoom,
    maxZoom,
    // Leaflet writes its controls as HTML, which Trusted Types forbids: the page has buttons and the attribution.
    zoomControl: false,
    attributionControl: false,
    // A visitor who scrolls the page must get past the map, by wheel or by finger.
    scrollWheelZoom: false,
    dragging: matchMedia('(pointer: fine)').matches,
    zoomAnimation: animated,
    fadeAnimation: animated,
  });
}

function addPins(leaflet: Leaflet, map: LeafletMap, { markers }: NamedView) {
  return markers.map((marker) => {
    const pin = createPin(marker);
    leaflet.DomEvent.disableClickPropagation(pin.element);
    const icon = new leaflet.DivIcon({ html: pin.element, className: 'map__marker', iconSize: [0, 0] });
    new leaflet.Marker(marker.position, { icon, interactive: false, keyboard: false }).addTo(map);
    return pin;
  });
}

/** Resolves with the first tile; rejects when all tiles in view have failed, or after the timeout. */
function addTiles(leaflet: Leaflet, map: LeafletMap): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const timeout = setTimeout(
      () => reject(new MapUnavailableError('the first tile of the map took too long')),
      firstTileTimeoutMs,
    );
    const layer = new leaflet.TileLayer(tileAddress, { maxZoom });
    layer.on('tileload', () => {
      clearTimeout(timeout);
      resolve();
    });
    layer.on('tileerror', () => {
      failed = true;
    });
    // Leaflet fires this event when every tile in view has loaded or failed.
    layer.on('load', () => {
      if (failed) reject(new MapUnavailableError('no tile of the map could be loaded'));
    });
    layer.addTo(map);
  });
}

/** Shows an OpenStreetMap map inside `parent`. Rejects, and leaves nothing behind, when there is no map to show. */
export async function showLeafletMap(parent: HTMLElement, view: NamedView): Promise<ShownMap> {
  const [leaflet] = await Promise.all([import('./leaflet.ts'), loadStylesheet(asset('map/leaflet.css'))]);
  const canvas = createCanvas(view.title);
  parent.append(canvas);
  const map = createMap(leaflet, canvas, view);
  const pins = addPins(leaflet, map, view);
  const remove = () => {
    map.remove();
    canvas.remove();
  };
  try {
    await addTiles(leaflet, map);
  } catch (error) {
    remove();
    throw error;
  }
  canvas.inert = false;
  return {
    zoomBy: (steps) => {
      map.setZoom(map.getZoom() + steps);
    },
    rename: ({ title, markers }) => {
      canvas.ariaLabel = title;
      pins.forEach((pin, position) => pin.rename(markers[position]?.title ?? ''));
    },
    remove,
  };
}
