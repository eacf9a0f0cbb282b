/** The columns of the architecture diagram. Each of the `rows` has `abreast` items side by side. */
export const columns = [
  {
    id: 'devices',
    sky: 'dawn',
    abreast: 1,
    rows: 6,
    items: [
      { key: 'devices.motionSensors', icon: 'person' },
      { key: 'devices.heartRateSensors', icon: 'heart' },
      { key: 'devices.wireless', icon: 'wireless' },
      { key: 'devices.power', icon: 'battery' },
      { key: 'devices.localStorage', icon: 'memory-card' },
      { key: 'devices.cellular', icon: 'signal' },
    ],
  },
  {
    id: 'cloud',
    sky: 'morning',
    abreast: 2,
    rows: 6,
    items: [
      { key: 'cloud.storage', icon: 'database' },
      { key: 'cloud.processing', icon: 'cpu' },
      { key: 'cloud.aiMl', icon: 'lamp' },
      { key: 'cloud.powerOptimisation', icon: 'leaf' },
      { key: 'cloud.software', icon: 'app-window' },
      { key: 'cloud.demoApps', icon: 'demo' },
      { key: 'cloud.realTime', icon: 'stream' },
      { key: 'cloud.edge', icon: 'radio-tower' },
      { key: 'cloud.apis', icon: 'plug' },
      { key: 'cloud.infrastructure', icon: 'server' },
      { key: 'cloud.cloud', icon: 'cloud' },
      { key: 'cloud.devTools', icon: 'wrench' },
    ],
  },
  {
    id: 'applications',
    sky: 'rain',
    abreast: 1,
    rows: 4,
    items: [
      { key: 'applications.analytics', icon: 'columns' },
      { key: 'applications.mobile', icon: 'smartphone' },
      { key: 'applications.reports', icon: 'file-text' },
      { key: 'applications.thirdParty', icon: 'blocks' },
    ],
  },
] as const;
export type Column = (typeof columns)[number];

/** The middle of a row in percent of the height; rows beyond the last one count as the last one. */
function middle(row: number, rows: number): string {
  return (((Math.min(row, rows - 1) + 0.5) / rows) * 100).toFixed(1);
}

/** SVG paths of the lines from the rows of a column to those of the next one, in a square of 100 units. */
export function wirePaths(left: number, right: number): string[] {
  return Array.from({ length: Math.max(left, right) }, (_, row) => {
    const from = middle(row, left);
    const to = middle(row, right);
    return `M0 ${from}C50 ${from} 50 ${to} 100 ${to}`;
  });
}
