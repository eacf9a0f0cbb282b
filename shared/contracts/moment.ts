import { refine, string } from 'superstruct';

/** A moment in ISO 8601. Pages print it, and a text that is no date would end the render. */
export const Moment = refine(string(), 'isoDate', (value) => !Number.isNaN(Date.parse(value)));
