import { asset } from '#shared/asset.ts';
import { createPin, leastZoom, mostZoom, type MapView, type ShownMap } from './map-view.ts';

const tiles = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
/** After that a map without a single tile is none. */
const firstTileMs = 10_000;

/** The map's own rules come with the map. */
function addStylesheet(href: string): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error('the map’s stylesheet could not be loaded'));
    });
    document.head.append(link);
  });
}

/** An OpenStreetMap view; resolves with its first tile, rejects when there is none. */
export async function showLeafletMap(element: HTMLElement, { center, zoom, markers }: MapView): Promise<ShownMap> {
  const [leaflet] = await Promise.all([import('./leaflet.ts'), addStylesheet(asset('map/leaflet.css'))]);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new leaflet.Map(element, {
    center,
    zoom,
    minZoom: leastZoom,
    maxZoom: mostZoom,
    // Its own controls are written as HTML, which Trusted Types forbids: the page has buttons and the attribution.
    zoomControl: false,
    attributionControl: false,
    // Whoever scrolls the page must get past the map.
    scrollWheelZoom: false,
    dragging: matchMedia('(pointer: fine)').matches,
    zoomAnimation: !calm,
    fadeAnimation: !calm,
  });
  const pins = markers.map((marker) => {
    const pin = createPin(marker);
    leaflet.DomEvent.disableClickPropagation(pin.element);
    const icon = new leaflet.DivIcon({ html: pin.element, className: 'map__marker', iconSize: [0, 0] });
    new leaflet.Marker(marker.position, { icon, interactive: false, keyboard: false }).addTo(map);
    return pin;
  });

  try {
    await new Promise<void>((resolve, reject) => {
      let failed = false;
      const layer = new leaflet.TileLayer(tiles, { maxZoom: mostZoom });
      layer.on('tileload', () => resolve());
      layer.on('tileerror', () => {
        failed = true;
      });
      // Said when every tile in view has loaded or failed.
      layer.on('load', () => {
        if (failed) reject(new Error('no tile of the map could be loaded'));
      });
      setTimeout(() => reject(new Error('the map took too long')), firstTileMs);
      layer.addTo(map);
    });
  } catch (error) {
    map.remove();
    throw error;
  }

  return {
    zoomBy: (steps) => {
      map.setZoom(map.getZoom() + steps);
    },
    rename: (view) => pins.forEach((pin, position) => pin.rename(view.markers[position]?.title ?? '')),
    remove: () => {
      map.remove();
    },
  };
}
