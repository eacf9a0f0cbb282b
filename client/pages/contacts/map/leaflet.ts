/** The part of the package that the map uses. An import() of this file lets the bundler leave out the rest. */
export { DivIcon, DomEvent, Map, Marker, TileLayer } from 'leaflet';
