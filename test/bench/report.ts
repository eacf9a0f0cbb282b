import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** The figures of a run on a quiet machine, to compare with: written by `npm run bench -- --save`. */
const file = join(import.meta.dirname, 'figures.json');

interface Saved {
  date: string;
  machine: string;
  figures: Record<string, string>;
}

interface Row {
  what: string;
  value: string;
  goal: string;
}

export const mb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;

const machine = `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, ${mb(totalmem())}; Node ${process.versions.node}, ${process.platform} ${process.arch}`;

function readSaved(): Saved | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : null;
}

/** Collects figures and prints each at once; at the end all of them as a table, beside those of an earlier run. */
export function createReport() {
  const rows: Row[] = [];
  let missed = 0;
  console.log(`${machine}\n`);
  return {
    /** `good` says whether the goal is reached; null where there is none. */
    say(what: string, value: string, goal = '', good: boolean | null = null): void {
      rows.push({ what, value, goal });
      if (good === false) missed += 1;
      console.log(`${good === false ? '✖' : good ? '✔' : ' '} ${what}: ${value}${goal && ` (goal: ${goal})`}`);
    },
    /** How many goals were missed. */
    finish({ save }: { save: boolean }): number {
      const saved = readSaved();
      const lines = rows.map(
        ({ what, value, goal }) => `| ${what} | ${value} | ${saved?.figures[what] ?? ''} | ${goal} |`,
      );
      const before = saved ? `before (${saved.date}, ${saved.machine})` : 'before';
      console.log(`\n| | measured | ${before} | goal |\n|---|---|---|---|\n${lines.join('\n')}`);
      if (save) {
        const figures = { ...saved?.figures, ...Object.fromEntries(rows.map(({ what, value }) => [what, value])) };
        const today = new Date().toISOString().slice(0, 10);
        writeFileSync(file, `${JSON.stringify({ date: today, machine, figures }, null, 2)}\n`);
      }
      return missed;
    },
  };
}

export type Say = ReturnType<typeof createReport>['say'];
