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

/** A map on the screen, whoever draws it. */
export interface ShownMap {
  zoomBy(steps: number): void;
  /** Writes the markers' titles anew, in their order. */
  rename(titles: string[]): void;
  remove(): void;
}

export const leastZoom = 3;
export const mostZoom = 19;

/** Works everywhere, also without JavaScript; opened only by whoever follows it. */
export function directionsTo({ lat, lng }: Place): string {
  return `https://www.openstreetmap.org/directions?to=${lat},${lng}`;
}

/** A marker in the site's own look: a link, so that keyboards reach it and it leads somewhere. */
export function createPin({ position, title }: MapMarker): { element: HTMLElement; rename(title: string): void } {
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
