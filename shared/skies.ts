/** The colour themes, each named after a time of the day; their colours are in client/styles/tokens.css. */
export const skies = ['dawn', 'morning', 'noon', 'rain', 'dusk', 'night'] as const;
export type Sky = (typeof skies)[number];
