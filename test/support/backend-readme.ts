import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = readFileSync(join(import.meta.dirname, '../../server/backend/README.md'), 'utf8');

/** The JSON examples by name: each stands in a fenced block under a line `<!-- example: name -->`. */
export const examples = new Map(
  [...readme.matchAll(/^<!-- example: ([\w-]+) -->\n\n```json\n(.*?)^```$/gms)].map(([, name = '', text = '']) => [
    name,
    JSON.parse(text) as unknown,
  ]),
);

/** How many fenced JSON blocks there are, with a name or without. */
export const jsonBlocks = readme.match(/^```json$/gm)?.length ?? 0;

/** The example of that name; throws where there is none. */
export function exampleOf(name: string): unknown {
  if (!examples.has(name)) throw new Error(`server/backend/README.md has no example ${name}`);
  return examples.get(name);
}

/** The statuses of each call's table, by the call's heading such as `GET /api/news`. */
export const documentedStatuses = new Map(
  readme
    .split(/^#{2,3} /m)
    .filter((section) => /^(GET|POST) \//.test(section))
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^\| (\d{3}) /gm)].map(([, status]) => Number(status)),
    ]),
);

export { readme };
