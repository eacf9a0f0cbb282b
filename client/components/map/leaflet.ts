/** What the map uses of the package: an import() of this file lets the bundler leave out the rest. */
export { DivIcon, DomEvent, Map, Marker, TileLayer } from 'leaflet';
