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

  it('that React has replaced are ticked as the earlier ones, and those that stay are left alone', (t) => {
    const boxes = ['a', 'b', 'c'].map((value) => `<input type="radio" name="plan" value="${value}">`).join('');
    const consent = '<input type="checkbox" name="consent">';
    document.body.innerHTML = `${boxes}<div>${consent}</div>`;
    t.after(() => document.body.replaceChildren());
    const ticked = () => [...document.querySelectorAll<HTMLInputElement>(':checked')].map(({ value }) => value);
    const tick = (selector: string) => document.querySelector<HTMLInputElement>(selector)?.click();
    let restore = rememberFields(document.body);
    tick('[value=b]');
    tick('[name=consent]');
    document.body.innerHTML = `${boxes}<div>${consent}</div>`;
    restore();
    assert.deepEqual(ticked(), ['b', 'on']);
    restore = rememberFields(document.body);
    tick('[name=consent]');
    document.body.innerHTML = `${boxes.replace('value="b"', 'value="b" checked')}<div>${consent.replace('>', ' checked>')}</div>`;
    restore();
    assert.deepEqual(ticked(), ['b', 'on'], 'what the new page has ticked itself stays');
    restore = rememberFields(document.body);
    tick('[name=consent]');
    restore();
    assert.deepEqual(ticked(), ['b']);
  });
});
