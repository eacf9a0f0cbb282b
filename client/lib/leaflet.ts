/** A file of our own in front of the package, so that the build treats it like every other late part. */
export { default } from 'leaflet';
