import type { Cleanup } from '../process.ts';

/** A key that writes no character, as KeyboardEvent.key names it. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/** A window of a browser that Playwright cannot drive, with cookies and storage of its own. Sizes are CSS pixels. */
export interface Driver {
  /** Loads an address and waits for the load event. */
  load(address: string): Promise<void>;
  /** The value of a JavaScript expression in the page, as JSON carries it. */
  evaluate(expression: string): Promise<unknown>;
  /** Sets the size of the part of the window that shows the page. */
  resize(width: number, height: number): Promise<void>;
  movePointer(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

/** Opens a window whose warnings and errors of the console go into `troubles`, as far as the browser reports them. */
export type OpenWindow = (troubles: string[]) => Promise<Driver>;

export interface OtherBrowser {
  name: string;
  /** Starts the browser. It ends with `t`. */
  start(t: Cleanup): Promise<OpenWindow>;
}
