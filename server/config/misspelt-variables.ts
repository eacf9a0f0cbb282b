import { variables } from './config.ts';

const knownNames: string[] = Object.values(variables).map(({ name }) => name);
/** The minimum length of a name that may differ in two letters: HOME differs from HOST in two letters. */
const minLengthForTwo = 5;

/** The maximum number of wrong letters. */
const maxDistance = (name: string) => (name.length < minLengthForTwo ? 1 : 2);

/**
 * The number of letters that must be added, removed, replaced or swapped with their neighbour to turn one word into the
 * other.
 */
function editDistance(one: string, other: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const cells = [
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      ];
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cells.push((beforePrevious[column - 2] ?? 0) + 1);
      current.push(Math.min(...cells));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[other.length] ?? 0;
}

interface Misspelt {
  variable: string;
  /** The known variable that was probably meant. */
  meant: string;
}

/** Finds variables whose names are similar to those of the site: their values would be ignored silently. */
export function findMisspeltVariables(env: Record<string, string | undefined>): Misspelt[] {
  const misspelt: Misspelt[] = [];
  for (const variable of Object.keys(env)) {
    if (knownNames.includes(variable)) continue;
    const word = variable.toUpperCase();
    // The lengths are compared first, because the distances of many variables would take 40 ms of a start.
    const meant = knownNames.find(
      (name) =>
        Math.abs(name.length - word.length) <= maxDistance(name) && editDistance(word, name) <= maxDistance(name),
    );
    if (meant) misspelt.push({ variable, meant });
  }
  return misspelt;
}

/** Warns of each variable whose name is nearly that of a variable of this site. */
export function warnOfMisspeltVariables(
  env: Record<string, string | undefined>,
  warn: (sentence: string) => void,
): void {
  for (const { variable, meant } of findMisspeltVariables(env))
    warn(`${variable} is not a variable of this site and is ignored: did you mean ${meant}?`);
}
