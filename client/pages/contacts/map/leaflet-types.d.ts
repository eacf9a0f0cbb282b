/** Leaflet 2 has no types of its own: these are of the parts that the map uses. */
declare module 'leaflet' {
  interface Place {
    lat: number;
    lng: number;
  }

  class Layer {
    addTo(map: Map): this;
  }

  export class Map {
    constructor(
      element: HTMLElement,
      options: {
        center: Place;
        zoom: number;
        minZoom: number;
        maxZoom: number;
        zoomControl: boolean;
        attributionControl: boolean;
        scrollWheelZoom: boolean;
        dragging: boolean;
        zoomAnimation: boolean;
        fadeAnimation: boolean;
      },
    );
    getZoom(): number;
    setZoom(zoom: number): this;
    remove(): this;
  }

  export class DivIcon {
    constructor(options: { html: HTMLElement; className: string; iconSize: [width: number, height: number] });
  }

  export class Marker extends Layer {
    constructor(position: Place, options: { icon: DivIcon; interactive: boolean; keyboard: boolean });
  }

  export class TileLayer extends Layer {
    constructor(address: string, options: { maxZoom: number });
    on(event: 'tileload' | 'tileerror' | 'load', listener: () => void): this;
  }

  export const DomEvent: { disableClickPropagation(element: HTMLElement): void };
}
