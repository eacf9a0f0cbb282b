import type { Log } from '#server/operations/log.ts';
import { variables } from './config.ts';

const knownNames: string[] = Object.values(variables).map(({ name }) => name);
/** Shorter names would match unrelated variables: HOME is two letters away from HOST. */
const shortName = 5;

/** At most as many letters may be wrong. */
const maxDistance = (name: string) => (name.length < shortName ? 1 : 2);

/** How many letters must be added, removed, replaced or swapped with their neighbour to make one word the other. */
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

/** Variables that look like one of the site's, but are none: their values would be ignored without a word. */
export function findMisspeltVariables(env: Record<string, string | undefined>): Misspelt[] {
  const misspelt: Misspelt[] = [];
  for (const variable of Object.keys(env)) {
    if (knownNames.includes(variable)) continue;
    const word = variable.toUpperCase();
    // The lengths are compared first: the distance itself costs a start 40 ms where there are many variables.
    const meant = knownNames.find(
      (name) =>
        Math.abs(name.length - word.length) <= maxDistance(name) && editDistance(word, name) <= maxDistance(name),
    );
    if (meant) misspelt.push({ variable, meant });
  }
  return misspelt;
}

export function warnOfMisspeltVariables(env: Record<string, string | undefined>, log: Pick<Log, 'warn'>): void {
  for (const { variable, meant } of findMisspeltVariables(env))
    log.warn({ variable, meant }, `${variable} is not a variable of this site and is ignored: did you mean ${meant}?`);
}
