/**
 * The parser of Markdown needs a time that grows with the square of some parts of a text: one article of 100,000
 * characters could take minutes, in which the backend answers nothing. These limits are checked first, in a time that
 * grows with the length. They were found by measuring: of 552 repeated and random texts that just stay within them, the
 * slowest took 0.6 s of processor time; without them some took 141 s. The built-in articles need a thousandth of them.
 */
const limits = {
  /** The sum, over all blocks, of their characters times their signs: the parser searches a block from each sign. */
  steps: 30_000_000,
  /** The lines with text, and the signs of quotes and lists before them. */
  lines: 4000,
  /** The quotes and lists that begin in one line. */
  depth: 20,
};

/** A block ends at the latest at a blank line, also within a quote, or before the next bullet that is not indented. */
const blockEnd = /\n(?:[ \t]*(?=\n)| {0,3}(?:> ?)+(?=\n)|(?=[*+-] \S))/;
const sign = /[*_~`[\]<!&\\]/g;
const container = /[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))/y;

const countSigns = (block: string): number => block.match(sign)?.length ?? 0;

/** Counts the signs of quotes and lists at the start of a line. */
function countContainers(line: string): number {
  let count = 0;
  container.lastIndex = 0;
  while (container.test(line)) count += 1;
  return count;
}

/** Whether a block of the Markdown has more signs than can be parsed quickly. */
export function isTooDense(markdown: string): boolean {
  let steps = 0;
  for (const block of markdown.split(blockEnd)) steps += block.length * countSigns(block);
  return steps > limits.steps;
}

/** Whether the Markdown has more lines, or deeper nested quotes and lists, than can be parsed quickly. */
export function isTooNested(markdown: string): boolean {
  let lines = 0;
  for (const line of markdown.split('\n')) {
    const depth = countContainers(line);
    if (depth > limits.depth) return true;
    if (line.trim() !== '') lines += 1 + depth;
  }
  return lines > limits.lines;
}
