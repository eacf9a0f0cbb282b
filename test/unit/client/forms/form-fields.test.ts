import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFields, type FieldsOptions } from '#client/forms/form-fields.ts';

interface Values {
  first: string;
  second: string;
}

/** Two fields that must not be empty. */
function open(options: Partial<FieldsOptions<Values, string>> = {}) {
  let count = 0;
  const fields = createFields<Values, string>({
    names: ['first', 'second'],
    initial: { first: 'a', second: 'b' },
    validate: ({ first, second }) => ({ ...(first ? {} : { first: 'empty' }), ...(second ? {} : { second: 'empty' }) }),
    onChange: () => (count += 1),
    ...options,
  });
  return { ...fields, countChanges: () => count };
}

describe('a field', () => {
  it('has a name, its value, and its error', () => {
    const { fields } = open({ errors: { second: 'taken' } });
    assert.equal(fields.second.name, 'second');
    assert.equal(fields.second.value.value, 'b');
    assert.equal(fields.second.error.value, 'taken');
    assert.equal(fields.first.error.value, undefined);
  });

  it('is changed alone, and calls `onChange`', () => {
    const { fields, values, countChanges } = open();
    fields.first.change('new');
    assert.deepEqual(values.value, { first: 'new', second: 'b' });
    assert.equal(fields.first.value.value, 'new');
    assert.equal(countChanges(), 1);
  });

  it('is checked alone', () => {
    const { fields, errors } = open({ initial: { first: '', second: '' } });
    fields.second.validate();
    assert.deepEqual(errors.value, { second: 'empty' });
  });

  it('whose error is shown is validated on every change, if that is set', () => {
    const { fields, errors } = open({ errors: { first: 'taken' }, validateOnChange: true });
    fields.first.change('');
    assert.deepEqual(errors.value, { first: 'empty' });
    fields.first.change('good');
    assert.deepEqual(errors.value, {});
    fields.first.change('');
    assert.deepEqual(errors.value, {}, 'nobody is told of an error while typing');
  });

  it('needs no `onChange`', () => {
    const { fields, values } = open({ onChange: undefined });
    fields.first.change('new');
    assert.equal(values.value.first, 'new');
  });
});

describe('all fields', () => {
  it('are checked together; the first wrong one is the first of the page', () => {
    const { validateAll, firstError, errors } = open({ initial: { first: '', second: '' } });
    assert.equal(firstError(), undefined);
    assert.equal(validateAll(), 'first');
    assert.deepEqual(errors.value, { first: 'empty', second: 'empty' });
    assert.equal(firstError(), 'first');
  });

  it('do not change when there is no empty value', () => {
    const { resetUnchanged, reset, values, errors } = open({ errors: { first: 'taken' } });
    resetUnchanged();
    reset();
    assert.deepEqual(values.value, { first: 'a', second: 'b' });
    assert.deepEqual(errors.value, {});
  });
});
