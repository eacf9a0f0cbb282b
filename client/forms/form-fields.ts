import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react';

type FieldName<Values> = keyof Values & string;
/** One message key for each field with an error. */
export type FieldErrors<Values, Problem extends string = string> = {
  [Name in FieldName<Values>]?: Problem | undefined;
};

export interface FieldsOptions<Values, Problem extends string> {
  /** In the order of the page, in which the first field with an error is found. */
  names: readonly FieldName<Values>[];
  initial: Values;
  /** The values after a reset; without it a reset does not change the fields. */
  empty?: Values;
  errors?: FieldErrors<Values, Problem>;
  /** Whether a shown error is checked again on every change; otherwise a change removes it. */
  validateOnChange?: boolean;
  /** The errors of all fields, without side effects. */
  validate(values: Values): FieldErrors<Values, Problem>;
  onChange?(values: Values, errors: FieldErrors<Values, Problem>): void;
}

/** The state of one field, for its component. */
export interface Field<Value, Problem extends string = string> {
  name: string;
  value: ReadonlySignal<Value>;
  error: ReadonlySignal<Problem | undefined>;
  change(value: Value): void;
  /** Shows the error that the field has now, or none, and returns it. */
  validate(): Problem | undefined;
}

/** The values of a form and the errors of its fields. */
export function createFields<Values extends object, Problem extends string>(options: FieldsOptions<Values, Problem>) {
  type Name = FieldName<Values>;
  const { names, empty, validate } = options;
  const values = signal(options.initial);
  const errors = signal<FieldErrors<Values, Problem>>(options.errors ?? {});
  /** The fields that were changed since the form last emptied this set. */
  const changed = new Set<Name>();

  function setError(name: Name, problem: Problem | undefined): void {
    const next = { ...errors.peek() };
    if (problem) next[name] = problem;
    else delete next[name];
    errors.value = next;
  }

  function validateField(name: Name): Problem | undefined {
    const problem = validate(values.peek())[name];
    setError(name, problem);
    return problem;
  }

  const firstError = () => names.find((name) => errors.peek()[name]);

  /** Shows every error; returns the first field with an error. */
  function validateAll(): Name | undefined {
    errors.value = validate(values.peek());
    return firstError();
  }

  function change<Changed extends Name>(name: Changed, value: Values[Changed]): void {
    changed.add(name);
    batch(() => {
      values.value = { ...values.peek(), [name]: value };
      if (!errors.peek()[name]) return;
      if (options.validateOnChange) validateField(name);
      else setError(name, undefined);
    });
    options.onChange?.(values.peek(), errors.peek());
  }

  function createField<Named extends Name>(name: Named): Field<Values[Named], Problem> {
    return {
      name,
      value: computed(() => values.value[name]),
      error: computed(() => errors.value[name]),
      change: (value) => change(name, value),
      validate: () => validateField(name),
    };
  }
  // Object.fromEntries gives all members one type; each name has the field that was created for it.
  const fields = Object.fromEntries(names.map((name) => [name, createField(name)])) as {
    [Named in Name]: Field<Values[Named], Problem>;
  };

  function resetUnchanged(): void {
    if (!empty) return;
    const next = { ...values.peek() };
    for (const name of names) if (!changed.has(name)) next[name] = empty[name];
    values.value = next;
  }

  const isBlank = () => !Object.values(values.peek()).some(Boolean);

  function reset(): void {
    for (const name of names) changed.add(name);
    errors.value = {};
    if (empty) values.value = empty;
  }

  const actions = { change, setError, validateField, validateAll, firstError, isBlank, reset, resetUnchanged };
  return { values, errors, fields, changed, ...actions };
}
