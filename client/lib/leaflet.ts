/** A file of our own in front of the package: the build treats it like every other late part, and takes what is named. */
export { DivIcon, DomEvent, Map, Marker, TileLayer } from 'leaflet';
