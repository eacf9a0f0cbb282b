export interface CodeLine {
  code: string;
  /** The side that a line comes from; `ok` is a new line of the result. */
  mark?: 'a' | 'b' | 'ok';
}

export interface Conflict {
  /** Names the texts of the conflict in the area `gitl`. */
  id: 'fee' | 'retry' | 'name';
  file: string;
  /** The branch that meets `main`. */
  branch: string;
  ours: CodeLine[];
  theirs: CodeLine[];
  merged: CodeLine[];
}

/** Lines have at most 34 characters, so that a phone 360 px wide shows them whole. */
export const conflicts: readonly [Conflict, ...Conflict[]] = [
  {
    id: 'fee',
    file: 'delivery/fee.js',
    branch: 'feature/express',
    ours: [
      { code: 'export function fee(order) {' },
      { code: '  if (order.total >= FREE_FROM)', mark: 'a' },
      { code: '    return 0;', mark: 'a' },
      { code: '  return zoneFee(order.zone);' },
      { code: '}' },
    ],
    theirs: [
      { code: 'export function fee(order) {' },
      { code: '  const base = zoneFee(order.zone);', mark: 'b' },
      { code: '  return order.express', mark: 'b' },
      { code: '    ? base * 2 : base;', mark: 'b' },
      { code: '}' },
    ],
    merged: [
      { code: 'export function fee(order) {' },
      { code: '  if (order.total >= FREE_FROM', mark: 'a' },
      { code: '    && !order.express)', mark: 'ok' },
      { code: '    return 0;', mark: 'a' },
      { code: '  const base = zoneFee(order.zone);', mark: 'b' },
      { code: '  return order.express', mark: 'b' },
      { code: '    ? base * 2 : base;', mark: 'b' },
      { code: '}' },
    ],
  },
  {
    id: 'retry',
    file: 'delivery/rates.js',
    branch: 'fix/flaky-rates',
    ours: [
      { code: 'export const rates = (zone) =>' },
      { code: '  call(`/rates/${zone}`, {' },
      { code: '    timeoutMs: 3000,', mark: 'a' },
      { code: '  });' },
    ],
    theirs: [
      { code: 'export const rates = (zone) =>' },
      { code: '  call(`/rates/${zone}`, {' },
      { code: '    retries: 4,', mark: 'b' },
      { code: '  });' },
    ],
    merged: [
      { code: 'export const rates = (zone) =>' },
      { code: '  call(`/rates/${zone}`, {' },
      { code: '    timeoutMs: 3000,', mark: 'a' },
      { code: '    retries: 2,', mark: 'ok' },
      { code: '  });' },
    ],
  },
  {
    id: 'name',
    file: 'mail/greeting.js',
    branch: 'fix/escape',
    ours: [
      { code: 'export function greet(user) {' },
      { code: '  return `Hello, ${user.fullName}`;', mark: 'a' },
      { code: '}' },
    ],
    theirs: [
      { code: 'export function greet(user) {' },
      { code: '  const name = escape(user.name);', mark: 'b' },
      { code: '  return `Hello, ${name}`;', mark: 'b' },
      { code: '}' },
    ],
    merged: [
      { code: 'export function greet(user) {' },
      { code: '  const name =', mark: 'b' },
      { code: '    escape(user.fullName);', mark: 'ok' },
      { code: '  return `Hello, ${name}`;', mark: 'b' },
      { code: '}' },
    ],
  },
];

export const codeOf = (lines: readonly CodeLine[]): string => lines.map(({ code }) => code).join('\n');
