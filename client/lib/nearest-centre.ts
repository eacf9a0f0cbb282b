export interface Box {
  top: number;
  height: number;
}

/** The position of the box whose centre is nearest `middle`; of two equally near ones the first, of none -1. */
export function nearestCentre(boxes: readonly Box[], middle: number): number {
  const distances = boxes.map(({ top, height }) => Math.abs(top + height / 2 - middle));
  return distances.indexOf(Math.min(...distances));
}
