import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { forgetVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(forgetVisits);

describe('a tab', () => {
  it('empties the form and lets the file go', async (t) => {
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

  it('is reached by arrow keys, Home and End', async (t) => {
    const { tab } = openForm(t);
    act(() => tab('general').focus());
    for (const [key, name] of [
      ['ArrowRight', 'career'],
      ['End', 'legal'],
      ['ArrowRight', 'general'],
      ['ArrowLeft', 'legal'],
      ['Home', 'general'],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      // A tab's own part of the form may still have to come.
      await waitFor(() => assert.ok(document.activeElement === tab(name), key));
      assert.equal(tab(name).getAttribute('aria-selected'), 'true');
      assert.equal(tab(name).tabIndex, 0);
    }
  });
});
