import type { Language } from '#shared/languages.ts';

export interface Place {
  lat: number;
  lng: number;
}

export interface MapMarker {
  position: Place;
  title: string;
}

export interface MapView {
  center: Place;
  zoom: number;
  markers: MapMarker[];
}

export interface NamedView extends MapView {
  /** The name of the map for screen readers. */
  title: string;
  language: Language;
}

/** The provider of the map sent no map: an expected failure, which is not reported. */
export class MapUnavailableError extends Error {
  override name = 'MapUnavailableError';
}

/** A map on the screen, of either provider. */
export interface ShownMap {
  /** A positive number zooms in. */
  zoomBy(steps: number): void;
  /** Changes the title of the map and those of the markers, after a change of language. */
  rename(view: NamedView): void;
  remove(): void;
}

/** Messages from the page to the frame of Google's map. */
export type ToFrame = { show: NamedView } | { zoomBy: number } | { rename: NamedView };
/** Messages from the frame to the page. */
export type FromFrame = 'shown' | 'failed';

export const minZoom = 3;
export const maxZoom = 19;

/** The address of a route planner to a place. */
export function directionsTo({ lat, lng }: Place): string {
  return `https://www.openstreetmap.org/directions?to=${lat},${lng}`;
}

/** A marker that looks like the site: a link to the route planner, which the keyboard reaches. */
export function createPin({ position, title }: MapMarker): { element: HTMLAnchorElement; rename(title: string): void } {
  const element = document.createElement('a');
  const label = document.createElement('b');
  element.className = 'map__pin map__pin--placed';
  element.href = directionsTo(position);
  label.textContent = title;
  element.append(label, document.createElement('i'));
  return {
    element,
    rename: (next) => {
      label.textContent = next;
    },
  };
}
