import { loadGoogleMaps } from './google-maps.ts';
import { createPin, leastZoom, mostZoom, type MapMarker, type MapView, type Place, type ShownMap } from './map-view.ts';

interface GoogleMap {
  getZoom(): number;
  setZoom(zoom: number): void;
}

interface Overlay {
  getPanes(): { floatPane: HTMLElement } | null;
  getProjection(): { fromLatLngToDivPixel(place: unknown): { x: number; y: number } | null };
  setMap(map: GoogleMap | null): void;
  onAdd(): void;
  draw(): void;
  onRemove(): void;
}

/** The part of Google's library that is used here. */
interface GoogleMaps {
  Map: new (element: HTMLElement, options: object) => GoogleMap;
  OverlayView: new () => Overlay;
  LatLng: new (lat: number, lng: number) => unknown;
}

type Scope = { google?: { maps?: GoogleMaps }; gm_authFailure?: () => void };
const scope = () => globalThis as Scope;

async function openLibrary(key: string, language: string): Promise<GoogleMaps> {
  await loadGoogleMaps({ key, language });
  const library = scope().google?.maps;
  if (!library) throw new Error('the map script brought no map');
  return library;
}

/** The site's own pin: Google's newer markers need a map that is registered with Google, its older ones warn on the console. */
function placePin(library: GoogleMaps, map: GoogleMap, marker: MapMarker) {
  const pin = createPin(marker);
  // Not into the map's own frame.
  pin.element.target = '_top';
  const place = ({ lat, lng }: Place) => new library.LatLng(lat, lng);
  const holder = document.createElement('div');
  holder.className = 'map__marker';
  holder.append(pin.element);
  const overlay = Object.assign(new library.OverlayView(), {
    onAdd(this: Overlay) {
      this.getPanes()?.floatPane.append(holder);
    },
    draw(this: Overlay) {
      const point = this.getProjection().fromLatLngToDivPixel(place(marker.position));
      if (point) holder.style.translate = `${point.x}px ${point.y}px`;
    },
    onRemove() {
      holder.remove();
    },
  });
  overlay.setMap(map);
  return { ...pin, remove: () => overlay.setMap(null) };
}

interface Options {
  key: string;
  /** A language tag: Google's words and the names on the map. */
  language: string;
  /** Told of a key that Google refuses, which may be after the map is there. */
  onRefused: () => void;
}

/** A Google map, one a document; rejects when its script cannot be loaded. */
export async function showGoogleMap(
  element: HTMLElement,
  { center, zoom, markers }: MapView,
  { key, language, onRefused }: Options,
): Promise<ShownMap> {
  scope().gm_authFailure = onRefused;
  const library = await openLibrary(key, language);
  const map = new library.Map(element, {
    center,
    zoom,
    minZoom: leastZoom,
    maxZoom: mostZoom,
    // Whoever scrolls the page must get past the map; the page has its own buttons.
    gestureHandling: 'cooperative',
    disableDefaultUI: true,
  });
  const pins = markers.map((marker) => placePin(library, map, marker));
  return {
    zoomBy: (steps) => map.setZoom(Math.min(mostZoom, Math.max(leastZoom, map.getZoom() + steps))),
    rename: (view) => pins.forEach((pin, position) => pin.rename(view.markers[position]?.title ?? '')),
    remove() {
      for (const pin of pins) pin.remove();
      element.replaceChildren();
    },
  };
}
