/** One request for what an article's page does not begin with. */
export { Missing } from './missing.tsx';
export { ReadNext } from './read-next.tsx';
