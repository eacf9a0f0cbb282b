import assert from 'node:assert/strict';
import type { Page } from 'playwright';

/** The element that has the focus. */
interface Focused {
  /** The label of the element, or its text. */
  label: string;
  name: string;
  /** What is wrong with the mark of the focus; empty if the element is visibly marked. */
  fault: string;
}

/** More than the number of focusable elements of any page. */
const maxStops = 200;

/** A text as a browser shows it: with the values that the site knows, and with the spaces and joiners of typography. */
export const shown = (text: string): RegExp =>
  new RegExp(
    text
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '.*')
      .replace(/ /g, '\\s')
      .replace(/-/g, '-\\u2060?'),
  );

/** The whole text, with a count after it. */
const exactly = (text: string): RegExp => new RegExp(`^${shown(text).source}\\d*$`);

const describeFocused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { label: '', name: '', fault: '' };
    const field = element as HTMLInputElement;
    const label = field.labels?.[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    // The button of the calendar in a date field is marked by the browser itself.
    const isCalendar = !element.matches(':focus');
    const isMarked = isCalendar || (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    const { left, top, width, height } = element.getClientRects()[0] ?? new DOMRect();
    const [x, y] = [left + width / 2, Math.min(top + height / 2, innerHeight - 1)];
    const there = document.elementFromPoint(x, y);
    const isFree = there !== null && (element.contains(there) || there.contains(element));
    const fault = isMarked
      ? isFree
        ? ''
        : `is covered at ${x}, ${y} by ${there?.outerHTML.slice(0, 80)}`
      : 'is not marked';
    return { label: label.replace(/\s+/g, ' ').trim(), name: field.name, fault };
  });

/** Uses a page only by keyboard; the focus must be visible on every element. */
export function createKeyboard(page: Page) {
  const { keyboard } = page;
  // Turns on the event of choosers: a browser that turns it on at the press of the key may do so too late.
  page.on('filechooser', () => undefined);

  /** Goes to what has this label, by Tab, or by Shift and Tab. */
  async function reach(text: string, { key = 'Tab' }: { key?: 'Tab' | 'Shift+Tab' } = {}): Promise<void> {
    const wanted = exactly(text);
    const passed: string[] = [];
    for (let stop = 0; stop < maxStops; stop += 1) {
      await keyboard.press(key);
      const { label, fault } = await describeFocused(page);
      assert.equal(fault, '', `${page.url()}: ${label}`);
      if (wanted.test(label)) return;
      passed.push(label);
    }
    assert.fail(`${page.url()}: nobody comes to ${text} by ${key}, only to ${passed.join(' | ')}`);
  }

  /** Presses a key that opens another page, and waits for that. */
  async function go(key = 'Enter'): Promise<void> {
    await Promise.all([page.waitForEvent('load'), keyboard.press(key)]);
  }

  return {
    reach,
    go,
    press: (key: string) => keyboard.press(key),
    /** The `name` of the field that has the focus. */
    focusedName: async () => (await describeFocused(page)).name,
    /** Presses what has this label, which opens another page. */
    async follow(text: string, { key }: { key?: 'Tab' | 'Shift+Tab' } = {}): Promise<void> {
      await reach(text, key && { key });
      await go();
    },
    /** Writes into the field that has this label, in the place of what it has. */
    async fill(text: string, value: string): Promise<void> {
      await reach(text);
      await keyboard.press('Control+A');
      await keyboard.insertText(value);
    },
    /** Opens a part of the page that is closed, and presses a button in it. */
    async confirm(summary: string, button: string): Promise<void> {
      await reach(summary);
      await keyboard.press('Enter');
      await reach(button);
      await go();
    },
    /** Presses what has this label, and answers the name of the file that comes. */
    async download(text: string): Promise<string> {
      await reach(text);
      const [file] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
      return file.suggestedFilename();
    },
    /** Chooses a file in the field that has this label. */
    async choose(text: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
      await reach(text);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')]);
      await chooser.setFiles(file);
    },
  };
}

export type Keyboard = ReturnType<typeof createKeyboard>;
