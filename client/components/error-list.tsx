import { focusField } from '../forms/focus-field.ts';

export interface ListedError {
  /** The id of the field, or of the group of fields. */
  field: string;
  message: string;
}

/** The errors of a form, each a link to its field. */
export function ErrorList({ errors }: { errors: readonly ListedError[] }) {
  return (
    <ul>
      {errors.map(({ field, message }) => (
        <li key={field}>
          <a
            href={`#${field}`}
            onClick={(event) => {
              event.preventDefault();
              focusField(field);
            }}
          >
            {message}
          </a>
        </li>
      ))}
    </ul>
  );
}
