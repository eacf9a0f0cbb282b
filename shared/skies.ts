/** The six hours of the day in their order. An element shows one of them with `data-sky`. */
export const skies = ['dawn', 'morning', 'noon', 'rain', 'dusk', 'night'] as const;
export type Sky = (typeof skies)[number];

export interface SkyColours {
  /** Above the horizon. */
  sky: string;
  /** Below the horizon. */
  ground: string;
  /** The horizon and what is engraved on it. */
  line: string;
}

/**
 * The build makes the custom properties `--sky`, `--ground` and `--line` of these; link previews are painted with them.
 */
export const skyColours: Record<Sky, SkyColours> = {
  dawn: { sky: '#ffd3ba', ground: '#ffeadf', line: '#7a1436' },
  morning: { sky: '#cde2f1', ground: '#e7f1f8', line: '#12357f' },
  noon: { sky: '#fadb7e', ground: '#fdedbe', line: '#1b3a78' },
  rain: { sky: '#c6ddd3', ground: '#e3efe9', line: '#0d4a42' },
  dusk: { sky: '#efc3cf', ground: '#f8e2e8', line: '#5a164b' },
  night: { sky: '#0b1024', ground: '#080b18', line: '#afc6f7' },
};

/** The colour of the bar at the top, which browsers give to their own; `--black` in tokens.css. */
export const barColour = '#07080c';
