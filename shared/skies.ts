/** The six hours of the day in their order; their colours are in client/styles/tokens.css. */
export const skies = ['dawn', 'morning', 'noon', 'rain', 'dusk', 'night'] as const;
export type Sky = (typeof skies)[number];
