import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { FieldError } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { scrollBehavior } from '../../lib/motion.ts';
import { useText } from '../../lib/site-context.ts';
import { useValue } from '../../lib/use-value.ts';
import { MergeAction, once } from './merge-action.tsx';
import { createMergeReview, type MergeReview, type Verdict } from './merge-review.ts';
import { codeOf, conflicts, type Conflict } from './conflicts.ts';
import { MergeView } from './merge-view.tsx';

const verdicts: readonly Verdict[] = ['accepted', 'edited', 'rejected'];
/** About the height of the buttons at the lower edge of a phone, in pixels. */
const stickyHeight = 99;
const editorId = 'merge-editor';
const errorId = 'merge-editor-error';
const endTitleId = 'merge-end';
const countsId = 'merge-counts';

/** Keys that work while the focus is inside the example, and nowhere else. */
function onKeyDown(event: KeyboardEvent, review: MergeReview): void {
  const { key, code, target, ctrlKey, metaKey, altKey } = event;
  // An input method has taken the key (UI Events): Escape cancels its input, not the edit.
  if (event.keyCode === 229) return;
  if (key === 'Escape') {
    // Escape would also close a toast.
    if (target instanceof HTMLTextAreaElement) event.preventDefault();
    return review.cancelEdit();
  }
  if (target instanceof HTMLTextAreaElement || ctrlKey || metaKey || altKey) return;
  const actions: Record<string, () => unknown> = { a: review.accept, e: review.edit, r: review.reject, n: review.next };
  // A keyboard with a Ukrainian layout sends «ф» for the key A, so the position of the key is used, such as KeyA.
  const letter = /[^ -~]/.test(key) ? code.replace('Key', '') : key;
  const action = actions[letter.toLowerCase()];
  if (!action) return;
  // The default action would type the letter into the editor that opens.
  event.preventDefault();
  action();
}

/** The figure never becomes lower, because a lower step would move the content below it. */
function useMaxHeight(box: RefObject<HTMLElement | null>, step: string): void {
  useLayoutEffect(() => {
    const figure = box.current?.parentElement;
    if (figure) figure.style.minBlockSize = `${figure.offsetHeight}px`;
  }, [box, step]);
  useEffect(() => {
    const figure = box.current?.parentElement;
    if (!figure) return;
    let width = innerWidth;
    const onResize = () => {
      if (width === innerWidth) return;
      width = innerWidth;
      figure.style.minBlockSize = '';
    };
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [box]);
}

/**
 * This example takes the place of the printed one. A code box that had the focus has it again, and is scrolled as far as
 * before.
 */
function useSameFocus(box: RefObject<HTMLElement | null>): void {
  // Read while React renders: when effects run, the printed boxes have been removed.
  const [[place, left]] = useState(() => {
    const printed = [...document.querySelectorAll('.merge-example pre')];
    const index = printed.findIndex((code) => code === document.activeElement);
    return [index, printed[index]?.scrollLeft ?? 0] as const;
  });
  useLayoutEffect(() => {
    const code = box.current?.querySelectorAll('pre')[place];
    code?.focus({ preventScroll: true });
    code?.scrollTo(left, 0);
  }, [box, place, left]);
}

/** Shows the conflicts of the example one after the other, then their results. */
export function MergePlay() {
  const [review] = useState(() => createMergeReview(conflicts.length));
  const index = useValue(review.index);
  const phase = useValue(review.phase);
  const box = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useMaxHeight(box, `${index} ${phase}`);
  useSameFocus(box);
  // The button that was pressed is removed, so the focus moves to the next action.
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    box.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true });
    // On a phone the buttons stay in the window. The start of the next step may be above it, and the proposal below.
    const figure = box.current?.parentElement;
    const result = figure?.querySelector('.merge-example__result');
    const behavior = scrollBehavior();
    if (phase === 'decided' || phase === 'editing') {
      // Only down: scrolling up would move the button of the next step away from the pointer.
      if (result && result.getBoundingClientRect().bottom > innerHeight - stickyHeight)
        result.scrollIntoView({ behavior, block: 'nearest' });
    } else if (figure && figure.getBoundingClientRect().top < 0) figure.scrollIntoView({ behavior });
  }, [phase, index]);
  const conflict = conflicts[index] ?? conflicts[0];
  return (
    <div
      className="merge-example__play"
      ref={box}
      data-verdict={useValue(review.verdict)}
      onKeyDown={(event) => onKeyDown(event, review)}
    >
      {phase === 'finished' ? (
        <Summary review={review} />
      ) : (
        <Decision key={index} conflict={conflict} review={review} />
      )}
    </div>
  );
}

function Decision({ conflict, review }: { conflict: Conflict; review: MergeReview }) {
  const text = useText('gitl');
  const index = useValue(review.index);
  const phase = useValue(review.phase);
  const verdict = useValue(review.verdict);
  const own = useValue(review.ownCode);
  const editor = useRef<HTMLTextAreaElement>(null);
  const [refused, setRefused] = useState(false);
  // Cancelling the edit has removed the text that was refused.
  if (refused && phase === 'open') setRefused(false);
  const save = () => setRefused(!review.save(editor.current?.value ?? ''));
  /** The checks were for the proposal: an edited version has not been checked, and a rejected one is gone. */
  const noteOf = (given: Verdict | undefined) =>
    given === 'edited' ? text('graph.checksLater') : given === 'rejected' ? '' : undefined;
  const merged = own === null ? conflict.merged : own.split('\n').map((code) => ({ code, mark: 'ok' as const }));
  const edit = phase === 'editing' && (
    <div className="merge-example__edit">
      <label className="sr" htmlFor={editorId}>
        {text('graph.editor')}
      </label>
      <textarea
        id={editorId}
        data-next
        spellCheck={false}
        autoCapitalize="off"
        translate="no"
        ref={editor}
        defaultValue={codeOf(conflict.merged)}
        aria-invalid={refused || undefined}
        aria-describedby={refused ? errorId : undefined}
      />
      {refused && (
        <div role="alert">
          <FieldError id={errorId} message={text('graph.notMergeable')} />
        </div>
      )}
    </div>
  );
  return (
    <MergeView
      conflict={{ ...conflict, merged }}
      number={index + 1}
      total={conflicts.length}
      result={edit || undefined}
      note={noteOf(phase === 'editing' ? 'edited' : verdict)}
    >
      <p role="status" className="merge-example__status">
        {verdict && verdict !== 'rejected' && <Icon name="check" />}
        {verdict && text(`graph.verdicts.${verdict}`)}
      </p>
      {phase === 'open' && (
        <>
          <MergeAction label={text('graph.accept')} keys="a" sun onClick={once(review.accept)} next />
          <MergeAction label={text('graph.edit')} keys="e" onClick={once(review.edit)} />
          <MergeAction label={text('graph.reject')} keys="r" onClick={once(review.reject)} />
        </>
      )}
      {phase === 'editing' && (
        <>
          <MergeAction label={text('graph.save')} sun onClick={save} />
          <MergeAction label={text('graph.cancel')} onClick={review.cancelEdit} />
        </>
      )}
      {phase === 'decided' && (
        <MergeAction
          label={text(index + 1 < conflicts.length ? 'graph.next' : 'graph.finish')}
          keys="n"
          sun
          onClick={once(review.next)}
          next
        />
      )}
    </MergeView>
  );
}

function Summary({ review }: { review: MergeReview }) {
  const text = useText('gitl');
  return (
    // Orca reads a group that gets the focus as soon as it is added, but not a heading.
    <div
      className="merge-example__end"
      tabIndex={-1}
      data-next
      role="group"
      aria-labelledby={endTitleId}
      aria-describedby={countsId}
    >
      <div className="merge-example__sky">
        <h3 className="t-2" id={endTitleId}>
          {text('graph.end.title')}
        </h3>
        <i className="merge-example__sun" />
      </div>
      <ul id={countsId}>
        {verdicts.map((verdict) => (
          <li key={verdict}>
            <b>{review.count(verdict)}</b> {text(`graph.end.${verdict}`)}
          </li>
        ))}
      </ul>
      <p>{text('graph.end.text')}</p>
      <div className="cluster">
        <a className="button button--small button--sun" href="#pricing">
          {text('plansLink')}
        </a>
        <button className="button button--small button--line" type="button" onClick={review.restart}>
          {text('graph.end.again')}
        </button>
      </div>
    </div>
  );
}
