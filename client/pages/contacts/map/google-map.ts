import { loadGoogleScript } from './google-script.ts';
import { createPin, minZoom, maxZoom, type MapMarker, type MapView, type Place, type ShownMap } from './map-view.ts';

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

/** The parts of Google's library that the map uses. */
interface GoogleMaps {
  Map: new (element: HTMLElement, options: object) => GoogleMap;
  OverlayView: new () => Overlay;
  LatLng: new (lat: number, lng: number) => unknown;
}

type Globals = { google?: { maps?: GoogleMaps }; gm_authFailure?: () => void };
/** Google's script defines its library, and calls its error callback, as global variables. */
const globals = (): typeof globalThis & Globals => globalThis;

async function openLibrary(key: string, language: string): Promise<GoogleMaps> {
  await loadGoogleScript({ key, language });
  const library = globals().google?.maps;
  if (!library) throw new Error('the map script has defined no library');
  return library;
}

/**
 * Shows the pin of the site. Google's advanced markers need a map that is registered with Google, and its older markers
 * log a warning.
 */
function placePin(library: GoogleMaps, map: GoogleMap, marker: MapMarker) {
  const pin = createPin(marker);
  // The route planner opens in the window of the page, not in the frame of the map.
  pin.element.target = '_top';
  const position = ({ lat, lng }: Place) => new library.LatLng(lat, lng);
  const holder = document.createElement('div');
  holder.className = 'map__marker';
  holder.append(pin.element);
  const overlay = Object.assign(new library.OverlayView(), {
    onAdd(this: Overlay) {
      this.getPanes()?.floatPane.append(holder);
    },
    draw(this: Overlay) {
      const point = this.getProjection().fromLatLngToDivPixel(position(marker.position));
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
  /** The language tag of Google's texts and of the names on the map. */
  language: string;
  /** Called when Google refuses the key, which may be after the map is shown. */
  onKeyRefused: () => void;
}

/** Shows a Google map; a document can have one. Rejects when the script cannot be loaded. */
export async function showGoogleMap(
  element: HTMLElement,
  { center, zoom, markers }: MapView,
  { key, language, onKeyRefused }: Options,
): Promise<ShownMap> {
  globals().gm_authFailure = onKeyRefused;
  const library = await openLibrary(key, language);
  const map = new library.Map(element, {
    center,
    zoom,
    minZoom,
    maxZoom,
    // A visitor who scrolls the page must get past the map. The page has buttons of its own.
    gestureHandling: 'cooperative',
    disableDefaultUI: true,
  });
  const pins = markers.map((marker) => placePin(library, map, marker));
  return {
    zoomBy: (steps) => map.setZoom(Math.min(maxZoom, Math.max(minZoom, map.getZoom() + steps))),
    rename: (view) => pins.forEach((pin, position) => pin.rename(view.markers[position]?.title ?? '')),
    remove() {
      for (const pin of pins) pin.remove();
      element.replaceChildren();
    },
  };
}
