import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { rememberFields } from '#client/startup/remember-fields.ts';

const fields = '<input class="field__input" name="name"><input class="field__input" name="email">';

function openForm(t: TestContext) {
  document.body.innerHTML = fields;
  t.after(() => document.body.replaceChildren());
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`);
  const focusedName = () => document.activeElement?.getAttribute('name');
  return { field, focusedName };
}

describe('the fields of a page that is being hydrated', () => {
  it('leave the focus where the visitor has moved it meanwhile', (t) => {
    const { field, focusedName } = openForm(t);
    field('name')?.focus();
    const restore = rememberFields(document.body);
    field('email')?.focus();
    restore();
    assert.equal(focusedName(), 'email');
  });

  it('that React has replaced get the value and the focus of the earlier ones', (t) => {
    const { field, focusedName } = openForm(t);
    field('name')?.focus();
    const restore = rememberFields(document.body);
    const earlier = field('name');
    if (earlier) earlier.value = 'Olha';
    document.body.innerHTML = fields;
    restore();
    assert.equal(field('name')?.value, 'Olha');
    assert.equal(focusedName(), 'name');
  });
});
