/** The kinds of language models, with the lengths of their bars in percent. */
export const models = [
  { id: 'large', accuracy: 95, speed: 85 },
  { id: 'medium', accuracy: 92, speed: 90 },
  { id: 'tuned', accuracy: 88, speed: 95 },
  { id: 'classifier', accuracy: 85, speed: 98 },
] as const;
