import { cpus, totalmem } from 'node:os';

interface Row {
  what: string;
  value: string;
  goal: string;
}

export const mb = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(0)} MB`;

const machine = `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, ${mb(totalmem())}; Node ${process.versions.node}, ${process.platform} ${process.arch}`;

/** Prints each figure as soon as it is measured, and all figures as a table at the end. */
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
    finish(): number {
      const lines = rows.map(({ what, value, goal }) => `| ${what} | ${value} | ${goal} |`);
      console.log(`\n| | measured | goal |\n|---|---|---|\n${lines.join('\n')}`);
      return missed;
    },
  };
}

export type Say = ReturnType<typeof createReport>['say'];
