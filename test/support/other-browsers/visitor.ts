import { setTimeout as wait } from 'node:timers/promises';
import type { Driver, Key } from './driver.ts';

const timeoutMs = 15_000;
const pollMs = 40;

/** An element: what CSS finds, with that name where one is given. Of several that can be seen, the first. */
interface Target {
  css: string;
  /** The text, the label or `aria-label` of the element; spaces of every kind are the same. */
  name?: string;
}

/** A visitor who sees, points, types and waits, in any browser. */
export interface Visitor {
  /** Opens a path of the site, begins to use the page, and waits until it has hydrated. */
  open(path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Runs a function in the page and returns its result. The function must not use variables from outside. */
  evaluate<Result, Arguments extends unknown[]>(
    work: (...values: Arguments) => Result,
    ...values: Arguments
  ): Promise<Result>;
  /** Waits until a function in the page returns something true. */
  waitFor<Arguments extends unknown[]>(
    what: string,
    work: (...values: Arguments) => unknown,
    ...values: Arguments
  ): Promise<void>;
  /** Waits until an element can be seen, or cannot be seen any more. */
  see(target: Target): Promise<void>;
  seeNoMore(target: Target): Promise<void>;
  pointAt(target: Target): Promise<void>;
  click(target: Target): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(key: Key): Promise<void>;
  movePointer(x: number, y: number): Promise<void>;
}

/**
 * Runs in the page: the middle of what a target describes, when nothing covers it; null as long as there is no such.
 */
function findPoint({ css, name }: Target, bringIntoView: boolean): { x: number; y: number } | null {
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const label = (element as Partial<HTMLInputElement>).labels?.[0];
    return plain(element.getAttribute('aria-label') ?? (label ?? element).textContent);
  };
  for (const element of document.querySelectorAll(css)) {
    if (name !== undefined && nameOf(element) !== plain(name)) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (bringIntoView) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    if (!bringIntoView) return point;
    const hit = document.elementFromPoint(point.x, point.y);
    if (hit && (element.contains(hit) || hit.contains(element))) return point;
  }
  return null;
}

export function createVisitor(driver: Driver, origin: string): Visitor {
  // The compiler of the tests gives functions their names with a helper that the page does not have.
  const toExpression = (work: (...values: never[]) => unknown, values: unknown[]) =>
    `((__name) => (${work})(...${JSON.stringify(values)}))((work) => work)`;
  const evaluate: Visitor['evaluate'] = (work, ...values) =>
    driver.evaluate(toExpression(work, values)) as Promise<never>;

  async function poll<Result>(what: string, ask: () => Promise<Result>): Promise<NonNullable<Result>> {
    let failure = '';
    for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(pollMs)) {
      // A document that is being replaced answers with an error.
      const result = await ask().catch((error: unknown) => void (failure = ` (${String(error)})`));
      if (result) return result;
    }
    const shown = await driver.evaluate('[location.href, document.title]').catch(String);
    throw new Error(`not within ${timeoutMs} ms: ${what}${failure}; the page is ${JSON.stringify(shown)}`);
  }

  const describe = ({ css, name }: Target) => (name === undefined ? css : `${css} '${name}'`);
  const waitFor: Visitor['waitFor'] = async (what, work, ...values) => {
    await poll(what, () => driver.evaluate(`Boolean(${toExpression(work, values)})`));
  };

  /** Returns the position of a target once it was the same twice. */
  async function findStill(target: Target) {
    let last = '';
    return poll(`${describe(target)} to point at`, async () => {
      const point = await evaluate(findPoint, target, true);
      const before = last;
      last = JSON.stringify(point);
      return last === before ? point : null;
    });
  }

  async function click(target: Target) {
    const { x, y } = await findStill(target);
    await driver.click(x, y);
  }

  return {
    evaluate,
    waitFor,
    click,
    resize: driver.resize,
    press: driver.press,
    movePointer: driver.movePointer,
    async open(path) {
      await driver.load(origin + path);
      // The event is repeated, because the script that listens may not be loaded yet.
      await waitFor('hydration', () => {
        dispatchEvent(new Event('wheel'));
        return 'ready' in document.documentElement.dataset;
      });
    },
    async see(target) {
      await poll(`${describe(target)} to see`, () => evaluate(findPoint, target, false));
    },
    async seeNoMore(target) {
      await poll(`no ${describe(target)}`, async () => !(await evaluate(findPoint, target, false)));
    },
    async pointAt(target) {
      const { x, y } = await findStill(target);
      await driver.movePointer(x, y);
    },
    async fill(label, text) {
      await click({ css: 'input, textarea', name: label });
      await evaluate(() => (document.activeElement as HTMLInputElement).select());
      await driver.type(text);
      await waitFor(
        `'${text}' in ${label}`,
        (value) => (document.activeElement as HTMLInputElement).value === value,
        text,
      );
    },
  };
}
