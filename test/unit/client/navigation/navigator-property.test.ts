import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isLanguage, type Language } from '#shared/languages.ts';
import { OutdatedTextsError } from '#client/navigation/text-source.ts';
import type { PageHref } from '#client/routes.ts';
import { fakeNavigation, type Load } from '../../../support/fake-navigation.ts';
import { settle } from '../../../support/settle.ts';

type Command =
  | { do: 'click'; to: PageHref; stay: boolean }
  | { do: 'move'; delta: -1 | 1 }
  | { do: 'language'; next: Language; inOtherTab: boolean }
  /** The test answers one of the waiting loads. */
  | { do: 'answer'; pick: number; as: 'success' | 'failure' | 'outdated' }
  | { do: 'online'; online: boolean };

const pages: PageHref[] = [
  '/about',
  '/about#values',
  '/team',
  '/careers',
  '/news',
  '/news?category=Security',
  '/gitl?id=AB-12',
  '/gitl',
];

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ do: fc.constant('click' as const), to: fc.constantFrom(...pages), stay: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), delta: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({
    do: fc.constant('language' as const),
    next: fc.constantFrom<Language>('en', 'ua'),
    inOtherTab: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('answer' as const),
    pick: fc.nat(),
    as: fc.constantFrom('success' as const, 'success' as const, 'failure' as const, 'outdated' as const),
  }),
  fc.record({ do: fc.constant('online' as const), online: fc.boolean() }),
);

/** A tab, with what its visitor wants: the last page and language that were asked for and could be had. */
function createVisitor() {
  const tab = fakeNavigation('/about');
  const answered = new Set<Load>();
  const wish = { page: '/about', language: 'en' as Language };
  let isOnline = true;

  const waiting = () => tab.loads.filter((load) => !answered.has(load));

  function answer(load: Load, as: 'success' | 'failure' | 'outdated') {
    answered.add(load);
    if (as === 'success') return load.succeed();
    load.fail(as === 'outdated' ? new OutdatedTextsError() : new Error('503'));
    // A failure of an outdated load does not change what the visitor wants.
    if (load.signal?.aborted) return;
    const isSwitch = load.kind === 'texts' && !isPartOfNavigation(load);
    // A document that is being loaded may bring the language whose texts have failed.
    const coming = as === 'failure' ? languageOfDocument() : null;
    if (isSwitch && !(as === 'outdated' && isOnline)) wish.language = coming ?? tab.language.current.peek();
    // Outdated texts make the tab load the whole document. Without a connection, the page that was being opened is not
    // shown.
    if (!isOnline && (!isSwitch || as === 'outdated')) wish.page = tab.shown();
  }

  function languageOfDocument(): Language | null {
    const language = new URL(tab.browser.left() ?? 'about:blank').searchParams.get('lang');
    return isLanguage(language) ? language : null;
  }

  /** Texts of a page that is opening are asked for with the signal of that navigation. */
  const isPartOfNavigation = (load: Load) =>
    tab.loads.some(({ kind, signal }) => kind === 'page' && signal === load.signal);

  const isSwitching = () =>
    waiting().some((load) => load.kind === 'texts' && !load.signal?.aborted && !isPartOfNavigation(load));

  /** A language that only the document would have brought is given up with the document. */
  function stopDocument() {
    if (tab.browser.left() !== null && !isSwitching()) wish.language = tab.language.current.peek();
  }

  async function run(step: Command) {
    if (step.do === 'click') {
      stopDocument();
      wish.page = step.to.split('#')[0] ?? '';
      void tab.site.navigator.go(step.to, { stay: step.stay });
    }
    if (step.do === 'move' && tab.browser.canMove(step.delta)) {
      stopDocument();
      tab.browser.move(step.delta);
      wish.page = tab.address();
    }
    if (step.do === 'language') {
      const isDocumentLost = tab.browser.left() !== null && !isOnline;
      wish.language = isDocumentLost ? tab.language.current.peek() : step.next;
      if (isDocumentLost) wish.page = tab.shown();
      if (step.inOtherTab) tab.language.chooseInOtherTab(step.next);
      else void tab.site.navigator.setLanguage(step.next);
    }
    if (step.do === 'online') {
      isOnline = step.online;
      tab.setOnline(step.online);
    }
    const open = waiting();
    const load = step.do === 'answer' ? open[step.pick % Math.max(open.length, 1)] : undefined;
    if (load && step.do === 'answer') answer(load, step.as);
    await settle();
  }

  async function finish() {
    // A document that is loaded instead ends this one.
    for (let load = waiting()[0]; load && tab.browser.left() === null; load = waiting()[0]) {
      answer(load, 'success');
      await settle();
    }
  }

  return { tab, wish, run, finish };
}

describe('any sequence of clicks, Backs, failures and language switches', () => {
  it('ends on the page that was wanted last, in the language that was wanted last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (steps) => {
        const { tab, wish, run, finish } = createVisitor();
        for (const step of steps) await run(step);
        await finish();
        await tab.finish();
        const left = tab.browser.left();
        if (left !== null) {
          const { pathname, searchParams } = new URL(left);
          const language = searchParams.get('lang') ?? tab.language.current.peek();
          searchParams.delete('lang');
          const search = searchParams.size > 0 ? `?${searchParams.toString()}` : '';
          assert.deepEqual({ page: pathname + search, language }, wish, 'the document that is loaded instead');
          return;
        }
        assert.deepEqual({ page: tab.shown(), language: tab.site.visit.peek().language }, wish);
        assert.equal(tab.address(), tab.shown(), 'the address bar names the page');
        assert.equal(tab.language.current.peek(), wish.language, 'the next page has that language');
        assert.equal(tab.site.pending.peek(), false);
      }),
      { numRuns: 500 },
    );
  });
});
