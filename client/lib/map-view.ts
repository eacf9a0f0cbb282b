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
  /** What the map is, for whoever cannot see it. */
  title: string;
  language: Language;
}

/** A map on the screen, whoever draws it. */
export interface ShownMap {
  /** Positive: nearer. */
  zoomBy(steps: number): void;
  /** Writes the titles anew, the markers' in their order. */
  rename(view: NamedView): void;
  remove(): void;
}

/** What the page and the frame of Google's map tell each other. */
export type ToFrame = { show: NamedView } | { zoomBy: number } | { rename: NamedView };
export type FromFrame = 'shown' | 'failed';

export const leastZoom = 3;
export const mostZoom = 19;

/** Works everywhere, also without JavaScript; opened only by whoever follows it. */
export function directionsTo({ lat, lng }: Place): string {
  return `https://www.openstreetmap.org/directions?to=${lat},${lng}`;
}

/** A marker in the site's own look: a link, so that keyboards reach it and it leads somewhere. */
export function createPin({ position, title }: MapMarker): { element: HTMLAnchorElement; rename(title: string): void } {
  const element = document.createElement('a');
  const label = document.createElement('b');
  element.className = 'pin pin--placed';
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
