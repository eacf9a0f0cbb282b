import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { clearVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(clearVisits);

describe('a tab', () => {
  it('empties the form and removes the file', async (t) => {
    const { select, fill, choose, input, view, tab, fileInput, button } = openForm(t);
    await select('career');
    await fill();
    await choose(pdfFile());
    await select('legal');

    assert.equal(tab('legal').getAttribute('aria-selected'), 'true');
    assert.equal(input(en.fields.firstName).value, '');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, false);
    assert.equal(view.queryByText('cv.pdf'), null);
    assert.equal(button().disabled, true);
    await select('general');
    assert.equal(fileInput(), null);
  });

  it('is selected by arrow keys, Home and End, which do not change the message', async (t) => {
    const { tab, fill, input } = openForm(t);
    await fill();
    act(() => tab('general').focus());
    for (const [key, name] of [
      ['ArrowRight', 'career'],
      ['End', 'legal'],
      ['ArrowRight', 'general'],
      ['ArrowLeft', 'legal'],
      ['Home', 'general'],
      ['ArrowRight', 'career'],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      assert.ok(document.activeElement === tab(name), key);
      assert.equal(tab('general').getAttribute('aria-selected'), 'true');
    }
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
  });

  it('is selected by Space when it has the focus', async (t) => {
    const { tab, fill, input } = openForm(t);
    await fill();
    act(() => tab('career').focus());
    fireEvent.keyDown(tab('career'), { key: ' ' });
    assert.equal(tab('career').getAttribute('aria-selected'), 'true');
    assert.equal(tab('career').tabIndex, 0);
    assert.equal(input(en.fields.message).value, '');
  });
});
