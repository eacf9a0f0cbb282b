/**
 * A word of one letter, or one of two letters before a word of up to eight; «не» also before a longer one, because it
 * changes the meaning of that word. Binding more words would leave gaps in narrow columns; so would an e-mail address
 * after a word of two letters. A unit after its number, such as «200 кБ», is not bound to the next word.
 */
const shortWord =
  /(?<=^|[\s(«„])(?<!\d\u00a0)(?!(?:б|ж|би|же|ми|ви|це|ці|ця|те|ті|її|їх|їм)\s)([А-ЯІЇЄҐа-яіїєґ]|[Нн]е(?! [\p{L}’-]{11})|[А-ЯІЇЄҐа-яіїєґ]{2}(?! (?:[\p{L}’-]{9}|\{\w*[Ee]mail|\S*@))) (?=\S)/gu;
/**
 * In a title, prepositions and conjunctions of two or three letters before a word that leaves room for them on a phone:
 * of up to 13 letters after two, up to 12 after three.
 */
const shortWordOfTitle =
  /(?<=^|[\s(«„])(?:(на|за|не|та|зі|із|до) (?=[\p{L}’]{1,13}(?![\p{L}’-]))|(для|без|про|від|під|що) (?=[\p{L}’]{1,12}(?![\p{L}’-])))/giu;
/** In a sentence, a conjunction, preposition or form of «який» of three letters before a word of up to seven letters. */
const shortWordOfSentence =
  /(?<=^|[\s(«„])(для|без|про|від|під|над|при|або|але|щоб|яка|яке|які) (?!не )(?=[\p{L}’]{1,7}(?![\p{L}’-]))/giu;
/**
 * In a title, a number in words before what it counts, if that leaves room for it on a phone; not after a comma, where
 * the line above would become too short.
 */
const numeralOfTitle =
  /(?<![\p{L}’-]|, )(дв[аі]|три|чотири|п’ять|шість|сім|вісім|дев’ять|десять|сорок|п’ятдесят|сто) (?=[\p{L}’]{1,9}(?![\p{L}’-]))/giu;
/** A word of two or three letters at the end of a title, after a word that leaves room for it on a phone. */
const shortEndOfTitle = /(?<=(?<![\p{L}’-])[\p{L}’]{1,11}) (?=[\p{L}’]{2,3}$)/u;
/** Longer texts are sentences of a column. */
const maxTitleLength = 45;
/**
 * A short word at the end of a sentence of a column, after a word that leaves room for it: alone it would be the last
 * line.
 */
const shortEnd = /(?<=\s[\p{L}’-]{1,8}) (?=[\p{L}’]{1,6}[.!?]»?$)/u;
const particle = / (?=(?:б|ж|би|же)(?![А-ЯІЇЄҐа-яіїєґ’]))/g;
const acronyms = /(?<=(?<![A-Za-z])[A-Z]{2,6}) (?=[A-Z]{2,6}(?![A-Za-z])|\d)/g;
const shortCompound = /(?<![\p{L}’-])(\p{L}{1,4})-(?=[А-ЯІЇЄҐа-яіїєґ])/gu;

/**
 * A space between a number and what it counts, or between groups of digits; little words after a number belong to what
 * follows.
 */
const countedSpace =
  /(?<=\d) (?=\d{3}(?!\d)|(?!(?:and|or|to|of|in|at|by|on|for|the|is|та|і|й|або|чи|до|у|в|на|з|за|а)(?!\p{L}))\p{L}|[$₴€])|(?<=№) (?=\d)/gu;

/** The spaces of a product or quotient, and the space after another sign: a formula may be broken only before that. */
const formulaSpace = /(?<=[\d)]) (?=[×÷:] [\d($])|(?<=[\d)][ \u00a0][×÷:=+−]) (?=[\d($])/g;
/** The space before the number of a version, such as «Git 2.35». */
const versionSpace = /(?<=(?<!\p{L})[A-Z][A-Za-z]*) (?=\d+\.\d)/gu;
/** The hyphen in the number of a law, such as 2297-VI. */
const romanSuffix = /(?<=\d-)(?=[IVX]+\b)/g;

/**
 * Typography of both languages: a non-breaking space keeps a number with the word that it counts («14 днів», “10 MB”),
 * and a formula together («= 4,2 × 250»); a word joiner keeps «2297-VI» on one line.
 */
export function bindNumbers(text: string): string {
  return text
    .replace(countedSpace, '\u00a0')
    .replace(formulaSpace, '\u00a0')
    .replace(versionSpace, '\u00a0')
    .replace(romanSuffix, '\u2060');
}

/**
 * Ukrainian typography. Non-breaking spaces keep on one line:
 * - a short word and the next word: not pronouns; a word of two letters only before a word of up to eight letters («не»:
 *   up to ten); conjunctions and prepositions of three letters, too;
 * - in titles, a number in words and the next word;
 * - the parts of names such as «PCI DSS»;
 * - a dash, the particles «б» and «ж», or the short last word of a longer text, and the word before.
 *
 * A word joiner keeps «будь-яку» on one line, because the fonts have no non-breaking hyphen.
 */
export function bindShortWords(text: string): string {
  const isTitle = text.length <= maxTitleLength;
  return (
    isTitle
      ? text
          .replace(shortWordOfTitle, '$1$2\u00a0')
          .replace(numeralOfTitle, '$1\u00a0')
          .replace(shortEndOfTitle, '\u00a0')
      : text.replace(shortWordOfSentence, '$1\u00a0').replace(shortEnd, '\u00a0')
  )
    .replace(shortWord, '$1\u00a0')
    .replace(acronyms, '\u00a0')
    .replace(particle, '\u00a0')
    .replace(shortCompound, '$1-\u2060')
    .replace(/ — /g, '\u00a0— ');
}
