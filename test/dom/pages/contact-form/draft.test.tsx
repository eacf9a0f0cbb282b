import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { act, fireEvent } from '@testing-library/react';
import { forgetVisits, openForm, pdfFile, texts } from '../../../support/contact-form.tsx';

const en = texts.en;

beforeEach(forgetVisits);

describe('a draft', () => {
  it('comes back after the page was left, without file and consent, and can be discarded', async (t) => {
    const first = openForm(t);
    await first.select('career');
    await first.fill();
    await first.choose(pdfFile());
    first.view.unmount();
    t.mock.restoreAll();
    history.replaceState(null, '', '/contacts');

    const { view, input, tab } = openForm(t);
    assert.equal(tab('career').getAttribute('aria-selected'), 'true');
    assert.equal(input(en.fields.message).value, 'We need a harbour pilot.');
    assert.equal((view.getByRole('checkbox') as HTMLInputElement).checked, false);
    assert.equal(view.queryByText('cv.pdf'), null);
    act(() => {
      fireEvent.click(view.getByRole('button', { name: en.discard }));
    });
    assert.equal(input(en.fields.message).value, '');
    assert.equal(sessionStorage.length, 0);
  });

  it('is gone once the message is sent', async (t) => {
    const { fill, later, press } = openForm(t);
    await fill();
    assert.equal(sessionStorage.length, 1);
    later(4000);
    await press();
    assert.equal(sessionStorage.length, 0);
  });
});
