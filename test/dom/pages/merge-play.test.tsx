import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { codeOf, conflicts } from '#client/pages/gitl/conflicts.ts';
import { MergePlay } from '#client/pages/gitl/merge-play.tsx';
import en from '../../../locales/en/gitl.json' with { type: 'json' };
import { renderPart } from '../../support/render-part.tsx';

const { graph } = en;
/** At a width of 360 px. */
const maxColumns = 35;

function play(t: TestContext) {
  const view = renderPart(t, <MergePlay />, { path: '/gitl' });
  const button = (name: string) => view.getByRole('button', { name });
  const press = (name: string) => {
    fireEvent.click(button(name));
  };
  const key = (name: string, { code = '' } = {}) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, code });
  };
  const position = (number: number) => graph.position.replace('{number}', `${number}`).replace('{total}', '3');
  return { view, button, press, key, position };
}

describe('the example of a merge', () => {
  it('has conflicts whose code a phone shows without scrolling', () => {
    for (const { ours, theirs, merged } of conflicts)
      for (const { code } of [...ours, ...theirs, ...merged]) assert.ok(code.length <= maxColumns, code);
  });

  it('is decided by buttons, can be edited, and ends with the plans', (t) => {
    const { view, press, position } = play(t);
    assert.ok(view.getByText(position(1)));
    press(graph.accept);
    assert.equal(view.getByRole('status').textContent, graph.verdicts.accepted);
    press(graph.next);

    assert.ok(view.getByText(position(2)));
    const described = document.activeElement?.getAttribute('aria-describedby') ?? '';
    assert.equal(document.getElementById(described)?.textContent, position(2), 'screen readers say so');
    press(graph.edit);
    const editor = view.getByRole('textbox', { name: graph.editor }) as HTMLTextAreaElement;
    assert.equal(editor.value, codeOf(conflicts[1]?.merged ?? []));
    fireEvent.change(editor, { target: { value: '<<<<<<< main' } });
    press(graph.save);
    assert.ok(view.getByText(graph.notMergeable));
    assert.equal(editor.getAttribute('aria-invalid'), 'true');
    fireEvent.change(editor, { target: { value: 'const retries = 3;' } });
    press(graph.save);
    assert.equal(view.getByRole('status').textContent, graph.verdicts.edited);
    assert.ok(view.getByRole('region', { name: graph.proposal }).textContent.includes('const retries = 3;'));
    press(graph.next);

    press(graph.reject);
    assert.equal(view.getByRole('status').textContent, graph.verdicts.rejected);
    press(graph.finish);
    assert.equal(document.activeElement, view.getByRole('group', { name: graph.end.title }), 'Orca reads a group');
    assert.deepEqual(
      view.getAllByRole('listitem').map((item) => item.textContent),
      [`1 ${graph.end.accepted}`, `1 ${graph.end.edited}`, `1 ${graph.end.rejected}`],
    );
    assert.equal(view.getByRole('link', { name: en.plansLink }).getAttribute('href'), '#pricing');
    press(graph.end.again);
    assert.ok(view.getByText(position(1)));
  });

  it('shows what was decided, and checks only for what was proposed', (t) => {
    const { view, press } = play(t);
    const verdict = () => view.container.querySelector('[data-verdict]')?.getAttribute('data-verdict');
    assert.equal(verdict(), undefined);
    press(graph.accept);
    assert.equal(verdict(), 'accepted');
    assert.ok(view.getByText(graph.checks));
    press(graph.next);
    assert.equal(verdict(), undefined);
    press(graph.reject);
    assert.equal(verdict(), 'rejected');
    assert.equal(view.queryByText(graph.checks), null);
    press(graph.next);
    press(graph.edit);
    press(graph.save);
    assert.equal(verdict(), 'edited');
    assert.ok(view.getByText(graph.checksLater));
  });

  it('begins an edit anew after it was cancelled, without the text that was refused and its error', (t) => {
    const { view, press } = play(t);
    const editor = () => view.getByRole('textbox', { name: graph.editor }) as HTMLTextAreaElement;
    press(graph.edit);
    fireEvent.change(editor(), { target: { value: '' } });
    press(graph.save);
    assert.ok(view.getByText(graph.notMergeable));
    press(graph.cancel);
    press(graph.edit);
    assert.equal(editor().value, codeOf(conflicts[0].merged));
    assert.equal(editor().getAttribute('aria-invalid'), null);
    assert.equal(view.queryByText(graph.notMergeable), null);
  });

  it('ignores the second click of a double click, which would go on, or decide about the next conflict', (t) => {
    const { view, button, press, position } = play(t);
    const clickAgain = (name: string) => fireEvent.click(button(name), { detail: 2 });
    press(graph.accept);
    clickAgain(graph.next);
    assert.ok(view.getByText(position(1)));
    press(graph.next);
    clickAgain(graph.accept);
    assert.ok(view.getByText(position(2)));
    assert.ok(button(graph.accept));
  });

  it('is decided by keys while the focus is inside, and the focus stays inside', (t) => {
    const { view, button, key, position } = play(t);
    act(() => button(graph.accept).focus());
    key('a');
    assert.equal(document.activeElement, button(graph.next));
    key('n');
    assert.ok(view.getByText(position(2)));
    key('e');
    assert.equal(document.activeElement, view.getByRole('textbox', { name: graph.editor }));
    key('r');
    assert.ok(view.getByRole('textbox'), 'letters that are typed decide nothing');
    key('Escape');
    assert.equal(document.activeElement, button(graph.accept));
    act(() => button(graph.reject).focus());
    key('R');
    assert.equal(view.getByRole('status').textContent, graph.verdicts.rejected);
  });

  it('keeps an edit when Escape only cancels the input of an input method', (t) => {
    const { view, press } = play(t);
    press(graph.edit);
    const editor = view.getByRole('textbox', { name: graph.editor });
    fireEvent.change(editor, { target: { value: 'const half = "かな' } });
    fireEvent.keyDown(editor, { key: 'Escape', keyCode: 229 });
    assert.equal(
      (view.getByRole('textbox', { name: graph.editor }) as HTMLTextAreaElement).value,
      'const half = "かな',
    );
    fireEvent.keyDown(editor, { key: 'Escape', keyCode: 27 });
    assert.equal(view.queryByRole('textbox', { name: graph.editor }), null);
  });

  it('is decided by the same keys in a Ukrainian keyboard layout', (t) => {
    const { button, key } = play(t);
    act(() => button(graph.accept).focus());
    key('ф', { code: 'KeyA' });
    assert.equal(document.activeElement, button(graph.next));
  });

  it('ignores keys with modifiers', (t) => {
    const { view, button } = play(t);
    fireEvent.keyDown(button(graph.accept), { key: 'a', ctrlKey: true });
    fireEvent.keyDown(button(graph.accept), { key: 'r', metaKey: true });
    assert.equal(view.getByRole('status').textContent, '');
  });
});
