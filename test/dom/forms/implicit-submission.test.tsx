import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { fireEvent, render } from '@testing-library/react';
import { isImplicitSubmission } from '#client/forms/implicit-submission.ts';

/** Presses a key in a field: whether that submits the form. */
function press(t: TestContext, field: React.ReactElement, key: KeyboardEventInit): boolean {
  let submits = false;
  const view = render(
    <form
      onKeyDown={(event) => {
        submits = isImplicitSubmission(event);
      }}
    >
      {field}
    </form>,
  );
  t.after(() => view.unmount());
  fireEvent.keyDown(view.container.querySelector('input, textarea') as Element, key);
  return submits;
}

const enter = { key: 'Enter', keyCode: 13 };

describe('Enter', () => {
  it('submits a form in an input, but not in a text area or a file input', (t) => {
    assert.equal(press(t, <input />, enter), true);
    assert.equal(press(t, <input type="checkbox" />, enter), true);
    assert.equal(press(t, <textarea />, enter), false);
    assert.equal(press(t, <input type="file" />, enter), false);
    assert.equal(press(t, <input />, { key: 'Tab', keyCode: 9 }), false);
  });

  it('that ends the input of an input method does not, also in Safari, where the composition has ended by then', (t) => {
    assert.equal(press(t, <input />, { key: 'Enter', keyCode: 229, isComposing: true }), false);
    assert.equal(press(t, <input />, { key: 'Enter', keyCode: 229, isComposing: false }), false);
  });
});
