import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react';

type FieldName<Values> = keyof Values & string;
/** One message key for each field that is wrong. */
export type FieldErrors<Values, Problem extends string = string> = {
  [Name in FieldName<Values>]?: Problem | undefined;
};

export interface FieldsOptions<Values, Problem extends string> {
  /** In the order of the page: the first wrong field is found in this order. */
  names: readonly FieldName<Values>[];
  initial: Values;
  /** What fields are reset to; without it they stay as they are. */
  empty?: Values;
  errors?: FieldErrors<Values, Problem>;
  /** An error that is shown is checked again on every change; without it a change removes the error. */
  validateOnChange?: boolean;
  /** The errors of all fields, without side effects. */
  validate(values: Values): FieldErrors<Values, Problem>;
  onChange?(): void;
}

/** What a component needs to know of one field. */
export interface Field<Value, Problem extends string = string> {
  name: string;
  value: ReadonlySignal<Value>;
  error: ReadonlySignal<Problem | undefined>;
  change(value: Value): void;
  validate(): void;
}

/** The values of a form, and what is wrong with them. */
export function createFields<Values extends object, Problem extends string>(options: FieldsOptions<Values, Problem>) {
  type Name = FieldName<Values>;
  const { names, empty, validate } = options;
  const values = signal(options.initial);
  const errors = signal<FieldErrors<Values, Problem>>(options.errors ?? {});
  /** The fields that were changed since `trackChanges` was last called. */
  const changed = new Set<Name>();

  function setError(name: Name, problem: Problem | undefined): void {
    const next = { ...errors.peek() };
    if (problem) next[name] = problem;
    else delete next[name];
    errors.value = next;
  }

  const validateField = (name: Name) => setError(name, validate(values.peek())[name]);
  const firstError = () => names.find((name) => errors.peek()[name]);

  /** Shows every error; returns the first field that is wrong. */
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
    options.onChange?.();
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
  // Object.fromEntries loses the names of the members.
  const fields = Object.fromEntries(names.map((name) => [name, createField(name)])) as {
    [Named in Name]: Field<Values[Named], Problem>;
  };

  /** The fields of which an earlier `trackChanges` still has the newest value. */
  const unchanged = () => names.filter((name) => !changed.has(name));

  function resetUnchanged(): void {
    if (!empty) return;
    values.value = unchanged().reduce((next, name) => ({ ...next, [name]: empty[name] }), values.peek());
  }

  function reset(): void {
    for (const name of names) changed.add(name);
    errors.value = {};
    if (empty) values.value = empty;
  }

  const trackChanges = () => changed.clear();
  const shown = { values, errors, fields, change, setError, validateField, validateAll, firstError };
  return { ...shown, trackChanges, unchanged, resetUnchanged, reset };
}
